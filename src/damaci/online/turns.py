"""One thing at a time for each player: nobody gets more by asking for it many times at once."""

import asyncio
from weakref import WeakValueDictionary


class Turns:
    """A lock for each player, as long as somebody has it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, player: str) -> asyncio.Lock:
        """To be held from counting what a player has until there is one more."""
        return self._locks.setdefault(player, asyncio.Lock())
