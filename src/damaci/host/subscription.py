"""A subscription to a room: all events after a version, once and in order."""

from collections.abc import Callable, Collection
from typing import Protocol, Self

from damaci.host.signal import Signal
from damaci.play.events import AnyEvent, Color

AtOnce = Callable[[int], bool]
"""Takes all events after a version, if that is possible without waiting; returns whether it has."""


class EventFeed(Protocol):
    """What can be subscribed to: the part of Room that a subscription needs."""

    events: list[AnyEvent]
    closed: bool
    subscriptions: set["Subscription"]


class Subscription:
    """Yields (version, events) after each change, until the room is closed.

    Events that have accumulated are yielded together, so a slow subscriber costs the room nothing. The version is that
    of the room's table at that moment: what is made of the table without awaiting in between fits the events.
    """

    def __init__(
        self,
        feed: EventFeed,
        after: int,
        at_once: AtOnce | None = None,
        held: Collection[Color] = (),
        began: float = 0.0,
    ) -> None:
        """`at_once` is offered the events of a change as soon as it happens, if all earlier events have been handed
        out. Events that it accepts are not yielded. `held`: the seats of the subscriber; `began`: when the subscription
        began (epoch seconds)."""
        self.held = held
        self.began = began
        self._feed = feed
        self._version = after
        self._at_once = at_once
        self._waiting = False
        self._news = Signal()

    @property
    def behind(self) -> bool:
        """Whether there are events that have not been handed out."""
        return self._version < len(self._feed.events)

    def wake(self) -> None:
        """Called after each change of the room."""
        if self._at_once and self._waiting and self.behind and self._at_once(self._version):
            self._version = len(self._feed.events)
        else:
            self._waiting = False
            self._news.set()

    def __enter__(self) -> Self:
        self._feed.subscriptions.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._feed.subscriptions.discard(self)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[int, list[AnyEvent]]:
        while not self.behind:
            if self._feed.closed:
                raise StopAsyncIteration
            self._news.clear()
            self._waiting = True
            await self._news.wait()
        events = self._feed.events[self._version :]
        self._version = len(self._feed.events)
        return self._version, events
