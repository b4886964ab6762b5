"""Locks for counting what somebody has before adding one more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """A lock for each player, kept while it is held or waited for."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, player: str) -> asyncio.Lock:
        """The player's lock; hold it while counting what a player has and adding one more."""
        return self._locks.setdefault(player, asyncio.Lock())

    @asynccontextmanager
    async def of_both(self, one: str, other: str) -> AsyncIterator[None]:
        """Holds both locks. They are always taken in the same order; otherwise two callers that hold one lock each
        could wait for each other for ever."""
        first, second = sorted((one, other))
        async with self.of(first), self.of(second):
            yield
