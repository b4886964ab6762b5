"""Rate limits by address or player."""

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

from damaci.site.rejection import Rejected
from damaci.wire.allowance import Allowance

MOST_REMEMBERED = 100_000
"""Number of addresses and players whose rates are kept; the least recently used is removed first."""


class Rates:
    """A rate limit for each address or player: `per_minute` on average, a quarter of it at once."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, who: str) -> None:
        """Counts one request. Raises Rejected when the limit is exceeded."""
        allowance = self._allowances.pop(who, None) or Allowance(self._per_minute / 60, max(1, self._per_minute / 4))
        self._allowances[who] = allowance
        if len(self._allowances) > MOST_REMEMBERED:
            self._allowances.popitem(last=False)
        if not allowance.take():
            raise Rejected(429, "too-many")


class Turns:
    """A lock for each player, kept while it is held or waited for."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, player: str) -> asyncio.Lock:
        """The player's lock; hold it while counting what a player has and adding one more."""
        return self._locks.setdefault(player, asyncio.Lock())
