"""Ends the process of a test that cannot be ended otherwise, because its clean-up hangs too."""

import faulthandler
import os
import threading
from collections.abc import Iterator

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

GRACE = 120.0
"""Seconds for the clean-up of a test that has been failed by `timeout` in pyproject.toml or by its own mark."""


class Watchdog:
    """Watches one test at a time."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        timer = threading.Timer(longest(item) + GRACE, self._end)
        timer.daemon = True
        timer.start()
        try:
            return (yield)
        finally:
            timer.cancel()

    def _end(self) -> None:
        """Prints the stacks of all threads where pytest would print them, and ends the process."""
        faulthandler.dump_traceback(self._config.stash[fault_handler_stderr_fd_key])
        os._exit(1)


def longest(item: pytest.Item) -> float:
    """The seconds that a test may take with its set-up and clean-up: those of its mark, or those for all tests."""
    mark = item.get_closest_marker("timeout")
    return float(mark.args[0] if mark else item.config.getini("timeout"))
