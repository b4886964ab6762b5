"""Helpers for several tests: programs that may be missing, the conformance data, and free ports."""

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
"""How long tests wait for an expected state, in seconds. It is long because machines that run tests are busy."""
CI = os.environ.get("CI", "").lower() not in ("", "0", "false")

_chance = random.SystemRandom()  # not seeded, so that two test processes do not choose the same ports


def skip_unless_ci(what: str, hint: str) -> NoReturn:
    """Skips the test with one line of explanation. Under CI, where nothing may be skipped, it fails the test."""
    message = f"not tested here: {what}. To get it: {hint}"
    if CI:
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def require_program(name: str, hint: str, *, also: tuple[str, ...] = ()) -> str:
    """The full path of a program, found by `name` or one of the names in `also`. Without the program the test is
    skipped (under CI it fails)."""
    for candidate in (name, *also):
        if found := shutil.which(candidate):
            return found
    skip_unless_ci(f"{name} is not installed", hint)


def require_module(name: str, hint: str) -> None:
    """Skips the test if a Python module is missing that not every system has. Under CI the test fails."""
    if importlib.util.find_spec(name) is None:
        skip_unless_ci(f"{name} is not installed", hint)


def require_chromium() -> str:
    """The path of a Chromium that Playwright can drive. The headless shell is preferred, because it needs half the
    time."""
    return require_program(
        "chromium-headless-shell",
        "apt-get install chromium-headless-shell (Debian), or any Chrome or Chromium on PATH",
        also=("chromium", "chromium-browser", "google-chrome"),
    )


def free_port() -> int:
    """A TCP port on loopback on which no process listens. It is outside the range from which systems choose ports by
    themselves, so that a test can close it and listen on it again."""
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
