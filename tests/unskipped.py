"""Under CI every skipped test is a failure, because something that the test needs is missing there."""

import sys
from collections.abc import Generator

import pytest

EVERYWHERE = sys.platform == "linux"
"""Whether every test can run on this system; some tests are for Linux alone."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turns a skip into a failure with the skip's reason. An expected failure (xfail) stays one."""
    report = yield
    if report.skipped and EVERYWHERE and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped under CI, where every test has to run: {_reason(report)}"
    return report


def _reason(report: pytest.TestReport) -> str:
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2]
    return report.longreprtext
