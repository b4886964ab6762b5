"""Skips the tests of `damaci.rl` if PettingZoo is not installed."""

from pathlib import Path

import pytest

from tests.support import require_module


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> None:
    require_module("pettingzoo", "pip install pettingzoo, as soon as there is one for this Python")
