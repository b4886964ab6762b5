"""Errors about a release, and how the programs of this package report them."""

import contextlib
import sys
from collections.abc import Iterator


class Mistake(Exception):
    """The reason why a release is not possible; the text says what to do."""


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Ends the program with one line and status 1 after a Mistake."""
    try:
        yield
    except Mistake as mistake:
        sys.exit(f"release: {mistake}")
