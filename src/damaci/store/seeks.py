"""Games that somebody would like to play."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, delete, func, insert, select, update

from damaci.store.database import Database
from damaci.store.schema import PLAYERS, SEEKS


class Seek(msgspec.Struct, frozen=True, kw_only=True):
    """A game wished for: by whom, how (`wish` is JSON), and whether anybody may come or only who has the link.

    `created` and `seen`, the moment when its player was last there, are seconds since the epoch."""

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
        """One more. The name is the player's own, and not kept here."""
        row = msgspec.structs.asdict(seek)
        del row["name"]
        async with self._database.changing() as connection:
            await connection.execute(insert(SEEKS).values(**row))

    async def get(self, seek: str) -> Seek | None:
        """The one with that id."""
        found = await self._find(_QUERY.where(SEEKS.c.id == seek))
        return next(iter(found), None)

    async def open(self, seen_since: float, limit: int = 100) -> Sequence[Seek]:
        """Those that anybody may accept, whose players have been there since that moment."""
        return await self._find(_QUERY.where(SEEKS.c.open, SEEKS.c.seen >= seen_since).limit(limit))

    async def of_players(self, players: Collection[str]) -> Sequence[Seek]:
        """All that these players wish for."""
        return await self._find(_QUERY.where(SEEKS.c.player.in_(players)))

    async def count(self, player: str) -> int:
        """How many a player has."""
        async with self._database.reading() as connection:
            return int(
                await connection.scalar(select(func.count()).select_from(SEEKS).where(SEEKS.c.player == player)) or 0
            )

    async def keep(self, players: Collection[str], at: float) -> None:
        """Those players are there."""
        async with self._database.changing() as connection:
            await connection.execute(update(SEEKS).where(SEEKS.c.player.in_(players)).values(seen=at))

    async def remove(self, seek: str, player: str) -> bool:
        """The player does not wish for it any more; whether it was there."""
        async with self._database.changing() as connection:
            return bool(
                (await connection.execute(delete(SEEKS).where(SEEKS.c.id == seek, SEEKS.c.player == player))).rowcount
            )

    async def remove_open(self, player: str) -> None:
        """The player has gone: what waited for anybody waits no more."""
        async with self._database.changing() as connection:
            await connection.execute(delete(SEEKS).where(SEEKS.c.player == player, SEEKS.c.open))

    async def remove_stale(self, seen_since: float) -> None:
        """Forgets what waited for anybody, and whose player has not been there since that moment."""
        async with self._database.changing() as connection:
            await connection.execute(delete(SEEKS).where(SEEKS.c.open, SEEKS.c.seen < seen_since))

    async def _find(self, query: Select[Any]) -> Sequence[Seek]:
        async with self._database.reading() as connection:
            return [
                msgspec.convert({str(name): value for name, value in row.items()}, Seek)
                for row in (await connection.execute(query)).mappings()
            ]


_QUERY = select(SEEKS, PLAYERS.c.name).join(PLAYERS).order_by(SEEKS.c.created.desc(), SEEKS.c.id)
