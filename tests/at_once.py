"""Prints messages while the tests run, so that failures are known even if the run is ended from outside."""

import time

import pytest

SECONDS = 60
"""The shortest time between two lines that tell how long the tests have been running."""


class AtOnce:
    """Prints each failure when it happens, and once a minute how long the tests have been running."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._began = time.monotonic()
        self._said = self._began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._print_failure(report)
        if time.monotonic() >= self._said + SECONDS:
            self._print_time(report)

    def _print_failure(self, report: pytest.TestReport) -> None:
        writer = self._config.get_terminal_writer()
        writer.line()
        writer.sep("-", f"{report.nodeid} ({report.when}) failed after {report.duration:.0f} s")
        report.toterminal(writer)

    def _print_time(self, report: pytest.TestReport) -> None:
        self._said = time.monotonic()
        writer = self._config.get_terminal_writer()
        writer.line()
        writer.line(f"{(self._said - self._began) / 60:.0f} min: {report.nodeid}")
