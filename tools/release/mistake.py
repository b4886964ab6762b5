"""What is wrong with a release, and how the programs here tell it."""

import contextlib
import sys
from collections.abc import Iterator


class Mistake(Exception):
    """Why nothing can be released as it is; the text says what to do."""


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Ends the program with one line and status 1 on a mistake."""
    try:
        yield
    except Mistake as mistake:
        sys.exit(f"release: {mistake}")
