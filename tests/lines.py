"""Which lines of the package the tests reach, with `--lines`: measured by SlipCover in the processes of pytest-xdist.

SlipCover changes the bytecode where it counts and changes it back once a line is known to run, which costs little on
every Python. Apps and engines that tests start as processes of their own are not counted.
"""

import importlib.util
import json
import os
from pathlib import Path
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter

LEAST = 94.5
"""The smallest allowed percentage of the lines. Raise it when the printed number is higher; never lower it."""
SOURCE = "src/damaci"
OMITTED = (
    "*/rules/reference.py",  # only tests use it
    "*/_kernel_wasm/*",  # runs where Python runs in WebAssembly
)
EXCLUDED = ("if TYPE_CHECKING:", r"class .*\bProtocol\):", r"#\s*pragma: no cover")


def begin(config: pytest.Config) -> None:
    """Makes the processes that will run the tests count lines, by variables that SlipCover's plugin in them reads."""
    if not config.getoption("numprocesses", None):
        raise pytest.UsageError("--lines needs --numprocesses")
    if importlib.util.find_spec("slipcover") is None:
        raise pytest.UsageError("--lines needs SlipCover: pip install slipcover, where there is one for this Python")
    os.environ["SLIPCOVER_ENABLED"] = "1"
    os.environ["SLIPCOVER_SOURCE"] = SOURCE
    os.environ["SLIPCOVER_OMIT"] = ",".join(OMITTED)
    os.environ["SLIPCOVER_EXCLUDE_LINES"] = "\n".join(EXCLUDED)


def counted() -> dict[str, Any] | None:
    """The counts of all processes together; None without `--lines`, or if no test has run."""
    merged = Path(os.environ.get("SLIPCOVER_COVERAGE_DIR", "")) / "merged.json"
    return json.loads(merged.read_text(encoding="utf-8")) if merged.is_file() else None


def per_cent(lines: dict[str, Any]) -> float:
    """The percentage of the lines that were reached."""
    return float(lines["summary"]["percent_covered"])


def report(terminal: TerminalReporter, lines: dict[str, Any]) -> None:
    """Prints a line for each file that was not reached completely, and the percentage of all lines."""
    terminal.section("lines of the package that the tests reach")
    for name, file in sorted(lines["files"].items()):
        if missing := len(file["missing_lines"]):
            terminal.write_line(f"{name}: {file['summary']['percent_covered']:.0f} %, {missing} lines are not reached")
    verdict = "enough" if per_cent(lines) >= LEAST else "too few"
    terminal.write_line(f"{per_cent(lines):.2f} % of all lines; at least {LEAST} % are wanted: {verdict}")
