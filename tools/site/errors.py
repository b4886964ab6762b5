"""Errors that can happen while the site without a server is built."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

LONGEST_LINE = 500
"""Characters; longer lines are minified sources."""
_ERROR = re.compile(r"\w*(Error|Exception)\b.*:")


class SiteError(Exception):
    """The site cannot be built because a tool or file is missing, or a tool failed. The message is one line."""


@contextmanager
def stop_with_errors() -> Iterator[None]:
    """Ends the program with one line and exit code 2 after a SiteError."""
    try:
        yield
    except SiteError as error:
        print(f"make site: {error}", file=sys.stderr)
        sys.exit(2)


def node() -> str:
    """The path of Node.js. Raises SiteError if it is not installed."""
    found = shutil.which("node")
    if found is None:
        raise SiteError("node is missing: apt-get install nodejs, or nodejs.org")
    return found


def run(command: Sequence[str], folder: Path) -> None:
    """Runs a tool in a folder. If the tool fails, raises SiteError with one line of its messages."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SiteError(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        said = _summary(done.stderr.strip() or done.stdout.strip() or "no message")
        raise SiteError(f"{Path(command[0]).name} failed: {said}")


def _summary(text: str) -> str:
    """The most informative line of a tool's messages: an error of Python or JavaScript, or else the last line."""
    lines = [line.strip() for line in text.splitlines() if len(line) < LONGEST_LINE]
    errors = [line for line in lines if _ERROR.match(line)]
    return next(iter([*reversed(errors), *reversed(lines)]), "no message")
