"""Seeks: games that players are looking for."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, delete, func, insert, select, update

from damaci.store.database import Database
from damaci.store.schema import PLAYERS, SEEKS


class Seek(msgspec.Struct, frozen=True, kw_only=True):
    """A game that a player looks for. `wish`: its terms as JSON; `open`: anyone may accept, otherwise only whoever has
    the link.

    `created`, and `seen`, when its player was last connected, are seconds since the epoch."""

    id: str
    player: str
    name: str
    open: bool
    wish: str
    created: float
    seen: float


class Seeks:
    """The seeks, newest first. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, seek: Seek) -> None:
        """Adds a seek. Its `name` is not stored here, but read from the player."""
        row = msgspec.structs.asdict(seek)
        del row["name"]
        async with self._database.changing() as connection:
            await connection.execute(insert(SEEKS).values(**row))

    async def get(self, seek: str) -> Seek | None:
        """The seek with that id, if there is one."""
        found = await self._find(_QUERY.where(SEEKS.c.id == seek))
        return next(iter(found), None)

    async def open(self, seen_since: float, limit: int = 100) -> Sequence[Seek]:
        """The open seeks whose players were connected at `seen_since` (epoch seconds) or later."""
        return await self._find(_QUERY.where(SEEKS.c.open, SEEKS.c.seen >= seen_since).limit(limit))

    async def of_players(self, players: Collection[str]) -> Sequence[Seek]:
        """All seeks of these players."""
        return await self._find(_QUERY.where(SEEKS.c.player.in_(players)))

    async def count(self, player: str) -> int:
        """The number of a player's seeks."""
        async with self._database.reading() as connection:
            return int(
                await connection.scalar(select(func.count()).select_from(SEEKS).where(SEEKS.c.player == player)) or 0
            )

    async def keep(self, players: Collection[str], at: float) -> None:
        """Records that these players are connected at `at` (epoch seconds)."""
        async with self._database.changing() as connection:
            await connection.execute(update(SEEKS).where(SEEKS.c.player.in_(players)).values(seen=at))

    async def remove(self, seek: str, player: str) -> bool:
        """Removes a player's seek; returns whether it existed."""
        async with self._database.changing() as connection:
            return bool(
                (await connection.execute(delete(SEEKS).where(SEEKS.c.id == seek, SEEKS.c.player == player))).rowcount
            )

    async def remove_open(self, player: str) -> None:
        """Removes the open seeks of a player who has disconnected."""
        async with self._database.changing() as connection:
            await connection.execute(delete(SEEKS).where(SEEKS.c.player == player, SEEKS.c.open))

    async def remove_stale(self, seen_since: float) -> None:
        """Removes the open seeks whose players were last connected before `seen_since` (epoch seconds)."""
        async with self._database.changing() as connection:
            await connection.execute(delete(SEEKS).where(SEEKS.c.open, SEEKS.c.seen < seen_since))

    async def _find(self, query: Select[Any]) -> Sequence[Seek]:
        async with self._database.reading() as connection:
            return [
                msgspec.convert({str(name): value for name, value in row.items()}, Seek)
                for row in (await connection.execute(query)).mappings()
            ]


_QUERY = select(SEEKS, PLAYERS.c.name).join(PLAYERS).order_by(SEEKS.c.created.desc(), SEEKS.c.id)
