"""How many sockets each address and each player has open."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from damaci.online.costs import MOST_OF_PLAYER, MOST_SOCKETS
from damaci.online.limits import Payer, TooMany

RETRY_SECONDS = 30.0
"""Seconds after which somebody with too many connections is told to try again."""


class Sockets:
    """Counts the sockets of this process, and knows how many the others have reported."""

    def __init__(self) -> None:
        self._most = (MOST_SOCKETS, MOST_OF_PLAYER)
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, int] = {}

    def check(self, payer: Payer) -> None:
        """Raises TooMany where `open` would."""
        if any(self._count(name) >= most for name, most in zip(_names(payer), self._most, strict=False)):
            raise TooMany(RETRY_SECONDS)

    @contextmanager
    def open(self, payer: Payer) -> Iterator[None]:
        """Counts a socket for as long as this lasts. Raises TooMany."""
        self.check(payer)
        names = _names(payer)
        self._here.update(names)
        try:
            yield
        finally:
            self._here.subtract(names)
            for name in names:
                if not self._here[name]:
                    del self._here[name]

    def _count(self, name: str) -> int:
        return self._here[name] + self._elsewhere.get(name, 0)

    # ---- with other processes ----------------------------------------------------------------------------------------

    def many(self) -> dict[str, int]:
        """The numbers of sockets that the other processes should know."""
        least = min(self._most) // 4
        return {name: count for name, count in self._here.items() if count >= least}

    def set_elsewhere(self, elsewhere: dict[str, int]) -> None:
        """Takes over how many sockets there are at the other processes."""
        self._elsewhere = elsewhere


def _names(payer: Payer) -> list[str]:
    """The address first, then the player if there is one."""
    names = [f"address {payer.address}"]
    if payer.player:
        names.append(f"player {payer.player}")
    return names
