"""How much each address, or each player, may do."""

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

from damaci.site.rejection import Rejected
from damaci.wire.allowance import Allowance

MOST_REMEMBERED = 100_000
"""Addresses and players whose rates are kept: who has not been here for longest is forgotten first."""


class Rates:
    """How much each address, or each player, may do: `per_minute` in the long run, a quarter of it at once."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, who: str) -> None:
        """One more. Raises Rejected when that is too much."""
        allowance = self._allowances.pop(who, None) or Allowance(self._per_minute / 60, max(1, self._per_minute / 4))
        self._allowances[who] = allowance
        if len(self._allowances) > MOST_REMEMBERED:
            self._allowances.popitem(last=False)
        if not allowance.take():
            raise Rejected(429, "too-many", "Too many requests: wait a moment.")


class Turns:
    """One thing at a time for each player: a lock as long as somebody has it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, player: str) -> asyncio.Lock:
        """To be held from counting what a player has until there is one more."""
        return self._locks.setdefault(player, asyncio.Lock())
