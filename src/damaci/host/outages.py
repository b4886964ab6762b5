"""The times in which moves could not be accepted, as far as one process knows, and how much of them clocks get back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from damaci.play.events import Color

Span = tuple[float, float]
"""The beginning and the end, in epoch seconds."""

SHORTEST = 1.0
"""Seconds of another process's absence that are not worth giving back: a page needs as many to reconnect anyway."""


UNHEARD = 1.5
"""Seconds for which a process may have been running after its last heartbeat."""
MOST = 100
"""Outages of its own that a process remembers."""


@dataclass(frozen=True, slots=True)
class ClockSide:
    """The side whose clock runs, as a process sees it."""

    color: Color
    since: float
    """When its clock was last set going or changed (epoch seconds)."""
    opened: float
    """When the game was opened."""
    connected: float | None
    """Since when it is connected to this process; None: it is not."""

    def may_have_been_at(self, heard: float) -> bool:
        """Whether the game was open before a process vanished whose last heartbeat was at `heard`."""
        return self.opened <= heard + UNHEARD


class Outages:
    """What is known. A server's outage concerns every game; that of one process, the sides connected to it: this
    process knows its own connections, and takes a side without one for a player of a process that has vanished."""

    def __init__(
        self,
        whole: Sequence[Span] = (),
        own: Sequence[Span] = (),
        vanished: Mapping[str, Span] | None = None,
        late: float | None = None,
    ) -> None:
        """`whole`: when no process could write. `own`: when this process could not. `vanished`, by process: when it was
        heard of last, and until when its players may need to connect to another. `late`: when a process was heard of
        last whose heartbeat is overdue, if there is one."""
        self.whole = whole
        self.own = own[-MOST:]
        self.vanished = vanished or {}
        self.late = late
        self.latest = max((until for _, until in (*self.whole, *self.own, *self.vanished.values())), default=0.0)
        """When the last of them ended, or will."""

    def charged_to_nobody(self, side: ClockSide, at: float, *, here: bool) -> Iterator[Span]:
        """What is to be given back to a side at the moment `at`, in order and without overlap. `here`: it has just
        asked for something, or is about to lose."""
        spans = list(self.whole)
        if side.connected is not None:
            spans += self.own
        if here:
            spans += self._reconnecting(side, at)
        yield from _after(side.since, spans)

    def awaited(self, side: ClockSide, at: float) -> bool:
        """Whether a side may be looking for another process than the one that it was connected to."""
        if side.connected is not None:
            return False
        away = any(side.may_have_been_at(since) and at < until for since, until in self.vanished.values())
        return away or (self.late is not None and side.may_have_been_at(self.late))

    def first_after(self, at: float) -> float | None:
        """When the first outage of the server began that had not ended at `at`."""
        return min((since for since, until in self.whole if until > at), default=None)

    def _reconnecting(self, side: ClockSide, at: float) -> Iterator[Span]:
        for since, until in self.vanished.values():
            end = min(until, at if side.connected is None else side.connected)
            if side.may_have_been_at(since) and end - max(since, side.since) >= SHORTEST:
                yield since, end


def _after(at: float, spans: Iterable[Span]) -> Iterator[Span]:
    for since, until in sorted(spans):
        if until > at:
            yield max(since, at), until
            at = until
