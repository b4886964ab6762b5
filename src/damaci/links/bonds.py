"""Bonds: games with other devices, with the local side and the token that identifies the guest."""

import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec

from damaci.links.messages import MAX_KNOWN
from damaci.play.events import Color, other
from damaci.store import Store

KEY = "links"
KEPT = 200
"""Games kept; older ones stay in the archive, but cannot be continued."""


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
    """One player has left for good, so the game cannot be continued."""


class Bonds:
    """The bonds of this data folder, kept in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bonds: dict[str, Bond] = {}

    async def open(self) -> None:
        """Loads the bonds of earlier runs. Raises StoreError."""
        try:
            kept = msgspec.convert(await self._store.settings.get(KEY, []), list[Bond])
        except msgspec.ValidationError:  # written by another version
            kept = []
        self._bonds = {bond.game: bond for bond in kept}

    def get(self, game: str) -> Bond | None:
        """The bond of a game, if another device plays in it."""
        return self._bonds.get(game)

    def held(self, game: str) -> list[Color] | None:
        """The side that is played on this device; None for a game in which no other device plays."""
        bond = self._bonds.get(game)
        if bond:
            return [bond.color]
        return None

    def latest(self) -> Bond | None:
        """The newest bond."""
        return next(reversed(self._bonds.values()), None)

    def chain(self, token: str) -> Sequence[Bond]:
        """The last games of a token, oldest first. Takes the same time for every token that it does not know."""
        known = [bond for bond in self._bonds.values() if secrets.compare_digest(bond.token.encode(), token.encode())]
        return known[-MAX_KNOWN:]

    async def add(self, bond: Bond) -> None:
        """Stores a bond, replacing that of the same game. Raises StoreError."""
        self._bonds[bond.game] = bond
        await self._keep()

    async def remove(self, game: str) -> None:
        """Removes the bond of a game that will not be played. Raises StoreError."""
        self._bonds.pop(game, None)
        await self._keep()

    async def leave(self, token: str) -> None:
        """Marks the games of a token as left. Raises StoreError."""
        for bond in self.chain(token):
            self._bonds[bond.game] = msgspec.structs.replace(bond, left=True)
        await self._keep()

    async def follow(self, game: str, following: str) -> None:
        """Adds the bond of a rematch, with the sides swapped. Raises StoreError."""
        if bond := self._bonds.get(game):
            await self.add(msgspec.structs.replace(bond, game=following, color=other(bond.color)))

    async def _keep(self) -> None:
        for game in list(self._bonds)[:-KEPT]:
            del self._bonds[game]
        await self._store.settings.put(KEY, msgspec.to_builtins(list(self._bonds.values())))
