"""The interruption of a command that saves nothing before its end."""

from collections.abc import Iterator
from contextlib import contextmanager

import click


class BeginsAnew(click.Abort):
    """The command has been interrupted and has saved nothing: the same command begins anew."""


@contextmanager
def begins_anew() -> Iterator[None]:
    """Decorates a command that saves nothing before its end, or surrounds what does not."""
    try:
        yield
    except KeyboardInterrupt:
        raise BeginsAnew from None
