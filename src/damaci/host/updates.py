"""The updates of a room as text: made once for all clients that see the same."""

from collections.abc import Callable, Collection
from typing import Protocol

from damaci.play.events import AnyEvent, Color
from damaci.play.table import Table
from damaci.wire import messages as m
from damaci.wire import view
from damaci.wire.codec import encode

FRESH_SECONDS = 0.05
"""How long a text is used: the times of running clocks in it grow old."""


class UpdateSource(Protocol):
    """The part of Room that updates are made from."""

    events: list[AnyEvent]
    table: Table
    now: Callable[[], float]


class Updates:
    """What has happened in a room, in the two forms that clients get: with the legal moves for whoever holds the side
    to move, and without."""

    def __init__(self, feed: UpdateSource) -> None:
        self._feed = feed
        self._version = 0
        self._at = 0.0
        self._shared: dict[int, m.Update] = {}
        self._texts: dict[tuple[int, bool], str] = {}

    def text(self, after: int, held: Collection[Color]) -> str:
        """What has happened after a version, for a client that holds these seats."""
        self._forget_old()
        mover = self._feed.table.turn in held
        text = self._texts.get((after, mover))
        if text is None:
            text = self._texts[after, mover] = encode(self._update(after, mover)).decode()
        return text

    def forget(self) -> None:
        """Drops the cached texts. They are made again for clients that still need them."""
        self._shared.clear()
        self._texts.clear()

    def _update(self, after: int, mover: bool) -> m.Update:
        table = self._feed.table
        shared = self._shared.get(after)
        if shared is None:
            shared = self._shared[after] = view.shared_update(table, self._feed.events[after:], self._at)
        if mover:
            return view.for_mover(table, shared)
        return shared

    def _forget_old(self) -> None:
        at = self._feed.now()
        version = len(self._feed.events)
        if version != self._version or not 0 <= at - self._at < FRESH_SECONDS:
            self._version = version
            self._at = at
            self.forget()
