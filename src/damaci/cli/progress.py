"""Shows the progress of long work on standard error: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import click

PAUSE = 10.0
"""Seconds between two lines."""

Tell = Callable[[float, str], None]
"""Called with what has been done so far, in the unit of the total, and with a word about the last step."""


@contextmanager
def progress(what: str, total: float) -> Iterator[Tell]:
    """Shows the work `what`, of so many units in all."""
    if not sys.stderr.isatty():
        yield ProgressLines(what, total).tell
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, step: bar.update(task, completed=done, description=step)


class ProgressLines:
    """One line every ten seconds at most."""

    def __init__(self, what: str, total: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._total = total
        self._clock = clock
        self._began = self._told = clock()

    def tell(self, done: float, step: str) -> None:
        """Prints how far it is and about how long it still takes, unless that has just been told."""
        now = self._clock()
        if now - self._told < PAUSE or not done:
            return
        self._told = now
        left = timedelta(seconds=round((now - self._began) * (self._total - done) / done))
        click.echo(f"{self._what}: {100 * done / self._total:.1f} %, about {left} left ({step})", err=True)
