"""Under CI a skipped test is a failure: what skips it is missing there, whoever wrote the skip."""

import sys
from collections.abc import Generator

import pytest

EVERYWHERE = sys.platform == "linux"
"""Where every test can run; on other systems some are for Linux alone."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turns a skip into a failure that gives its reason; a failure that is expected (xfail) stays one."""
    report = yield
    if report.skipped and EVERYWHERE and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped under CI, where every test has to run: {_reason(report)}"
    return report


def _reason(report: pytest.TestReport) -> str:
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2]
    return report.longreprtext
