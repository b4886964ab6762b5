"""Ends the process of a test that cannot be ended otherwise: one that stands still again while it is cleared away."""

import faulthandler
import os
import threading
from collections.abc import Iterator

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

SECONDS = 720.0
"""The longest that a test may take with its preparation and its end; `timeout` in pyproject.toml fails it before."""


class Watchdog:
    """Looks after one test at a time."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        timer = threading.Timer(SECONDS, self._end)
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
