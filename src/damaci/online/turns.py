"""Locks for counting what somebody has before adding one more."""

import asyncio
from weakref import WeakValueDictionary


class Turns:
    """A lock for each player, kept while it is held or waited for."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, player: str) -> asyncio.Lock:
        """The player's lock; hold it while counting what a player has and adding one more."""
        return self._locks.setdefault(player, asyncio.Lock())
