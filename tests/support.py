"""What several tests need: programs that may be missing, the conformance data, free ports."""

import contextlib
import importlib.util
import json
import os
import random
import shutil
import socket
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
PATIENCE = 60.0
"""Seconds until something that does not come is given up: machines that run tests are busy."""
CI = os.environ.get("CI", "").lower() not in ("", "0", "false")

_chance = random.SystemRandom()  # nobody can seed it, so that two test processes do not choose alike


def skip_unless_ci(what: str, hint: str) -> NoReturn:
    """Skips the test in one line; under CI, where nothing may be skipped, fails it."""
    message = f"not tested here: {what}. To get it: {hint}"
    if CI:
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def require_program(name: str, hint: str, *, also: tuple[str, ...] = ()) -> str:
    """The full path of a program, found by `name` or one of the names in `also`; without it the test is skipped (fails
    under CI)."""
    for candidate in (name, *also):
        if found := shutil.which(candidate):
            return found
    skip_unless_ci(f"{name} is not installed", hint)


def require_module(name: str, hint: str) -> None:
    """Without a Python module that not every system has, the test is skipped (fails under CI)."""
    if importlib.util.find_spec(name) is None:
        skip_unless_ci(f"{name} is not installed", hint)


def require_chromium() -> str:
    """The path of a Chromium that Playwright can drive: if there is one, the one without windows, which needs half the
    time."""
    return require_program(
        "chromium-headless-shell",
        "apt-get install chromium-headless-shell (Debian), or any Chrome or Chromium on PATH",
        also=("chromium", "chromium-browser", "google-chrome"),
    )


def free_port() -> int:
    """A TCP port on loopback that nobody listens on, and that no system gives to who asks for any: it can be left and
    taken again."""
    while True:
        port = _chance.randrange(10_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@cache
def conformance_positions() -> list[dict[str, Any]]:
    """Every line of positions.jsonl: a ruleset, a FEN and all its legal moves."""
    lines = (DATA / "conformance" / "positions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]
