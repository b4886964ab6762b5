"""How often codes may be tried at the door, right or wrong."""

from damaci.site.rejection import Rejected
from damaci.wire.allowance import Allowance

TRIES = 5
TRIES_PER_SECOND = 1 / 6
"""Tries of a code from one address: so many at once, and so many a second on average."""
ALL_TRIES = 30
ALL_TRIES_PER_SECOND = 0.5
"""Tries from all addresses. Of 32^6 codes, an hour of guessing finds the right one with probability 2 in a million."""


class Tries:
    """Counts the tries of each address, and of all together."""

    def __init__(self) -> None:
        self._of_one: dict[str, Allowance] = {}
        self._of_all = Allowance(ALL_TRIES_PER_SECOND, ALL_TRIES)

    def count(self, address: str) -> None:
        """Counts a try. Raises Rejected when there were too many."""
        tries = self._of_one.setdefault(address, Allowance(TRIES_PER_SECOND, TRIES))
        if not (tries.take() and self._of_all.take()):
            raise Rejected(429, "too-many")
