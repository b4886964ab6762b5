"""What this device and another have agreed: who plays which side of which game, and how the guest proves that it is the
same."""

import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec

from damaci.links.messages import MAX_KNOWN
from damaci.play.events import Color, other
from damaci.store import Store

KEY = "links"
KEPT = 200
"""Games remembered; of older ones the record stays, and nobody comes back to them."""


class Bond(msgspec.Struct, frozen=True, kw_only=True):
    """One game with another device. The games of a chain of rematches have the same token."""

    game: str
    token: str
    role: Literal["host", "guest"]
    color: Color
    """The side that is played on this device."""
    transport: str
    address: str
    """Where the host is reached."""
    peer: str
    """The other player's name."""
    left: bool = False
    """Somebody has left for good: there is no way back."""


class Bonds:
    """Those of this data folder, kept in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bonds: dict[str, Bond] = {}

    async def open(self) -> None:
        """Reads what was agreed in earlier runs. Raises StoreError."""
        try:
            kept = msgspec.convert(await self._store.settings.get(KEY, []), list[Bond])
        except msgspec.ValidationError:  # of another version
            kept = []
        self._bonds = {bond.game: bond for bond in kept}

    def get(self, game: str) -> Bond | None:
        """What is agreed about a game, if another device plays in it."""
        return self._bonds.get(game)

    def held(self, game: str) -> list[Color] | None:
        """The side that is played on this device; None for a game in which no other device plays."""
        bond = self._bonds.get(game)
        return [bond.color] if bond else None

    def latest(self) -> Bond | None:
        """The one agreed last."""
        return next(reversed(self._bonds.values()), None)

    def chain(self, token: str) -> Sequence[Bond]:
        """The last games of a token, oldest first. Takes the same time for every token that it does not know."""
        known = [bond for bond in self._bonds.values() if secrets.compare_digest(bond.token.encode(), token.encode())]
        return known[-MAX_KNOWN:]

    async def add(self, bond: Bond) -> None:
        """Keeps it, instead of what was agreed about the game before. Raises StoreError."""
        self._bonds[bond.game] = bond
        await self._keep()

    async def leave(self, token: str) -> None:
        """Nobody comes back to the games of a token. Raises StoreError."""
        for bond in self.chain(token):
            self._bonds[bond.game] = msgspec.structs.replace(bond, left=True)
        await self._keep()

    async def follow(self, game: str, following: str) -> None:
        """A game has been opened for those who have played another one, sides swapped. Raises StoreError."""
        if bond := self._bonds.get(game):
            await self.add(msgspec.structs.replace(bond, game=following, color=other(bond.color)))

    async def _keep(self) -> None:
        for game in list(self._bonds)[:-KEPT]:
            del self._bonds[game]
        await self._store.settings.put(KEY, msgspec.to_builtins(list(self._bonds.values())))
