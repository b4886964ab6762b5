"""How much each address, or each player, may do."""

from collections import OrderedDict

from damaci.online.errors import Refused
from damaci.wire.allowance import Allowance

MOST_REMEMBERED = 100_000
"""Addresses and players whose rates are kept: who has not been here for longest is forgotten first."""


class Rates:
    """How much each address, or each player, may do: `per_minute` in the long run, a quarter of it at once."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, who: str) -> None:
        """One more. Raises Refused when that is too much."""
        allowance = self._allowances.pop(who, None) or Allowance(self._per_minute / 60, max(1, self._per_minute / 4))
        self._allowances[who] = allowance
        if len(self._allowances) > MOST_REMEMBERED:
            self._allowances.popitem(last=False)
        if not allowance.take():
            raise Refused(429, "too-many", "Too many requests: wait a moment.")
