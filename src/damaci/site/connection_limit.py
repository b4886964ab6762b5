"""How many HTTP connections an address may have, including those over which no request has come yet."""

from collections.abc import Callable


class ConnectionLimit:
    """Counts the open HTTP connections of each address. A connection that has become a WebSocket counts no more."""

    def __init__(self, most: float, counted_as: Callable[[str], str] = str) -> None:
        """`most`: connections of one address. `counted_as`: the key of an address, the same for addresses that count
        together; empty for one that may have any number, such as a proxy."""
        self._most = most
        self._counted_as = counted_as
        self._open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Counts one more connection, unless it is one too many: then the answer is False."""
        key = self._counted_as(address)
        if not key:
            return True
        there = self._open.get(key, 0) + 1
        if there > self._most:
            return False
        self._open[key] = there
        return True

    def leave(self, address: str) -> None:
        """Counts one connection less, for which `enter` was True."""
        key = self._counted_as(address)
        if not key:
            return
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]  # or everybody who was ever here would be remembered

    @property
    def addresses(self) -> set[str]:
        """The keys of those who have a connection that is counted."""
        return set(self._open)
