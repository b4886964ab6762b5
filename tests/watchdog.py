"""Ends the process of a test that cannot be ended otherwise: one that stands still again while it is cleared away."""

import faulthandler
import os
import threading
from collections.abc import Iterator

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

GRACE = 120.0
"""Seconds in which a test can be cleared away that `timeout` in pyproject.toml, or its own mark, has failed."""


class Watchdog:
    """Looks after one test at a time."""

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
        """Prints what all threads do where pytest would print it."""
        faulthandler.dump_traceback(self._config.stash[fault_handler_stderr_fd_key])
        os._exit(1)


def longest(item: pytest.Item) -> float:
    """How many seconds a test may take with its preparation and its end, by its mark or for all."""
    mark = item.get_closest_marker("timeout")
    return float(mark.args[0] if mark else item.config.getini("timeout"))
