"""Whom players follow."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, select

from damaci.store.database import Database
from damaci.store.players import Player, player_of
from damaci.store.schema import FOLLOWS, PLAYERS


class Followed(NamedTuple):
    """A player who is followed, and since when (epoch seconds)."""

    player: Player
    since: float


class Follows:
    """Who follows whom. Deleting either player deletes the row. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, player: str, followed: str, at: float) -> bool:
        """Has `player` follow `followed` from that moment on (epoch seconds), if that is not so already. Returns False
        if one of them has been deleted."""
        row = self._database.insert(FOLLOWS).values(player=player, followed=followed, since=at)
        return await self._database.attempt(row.on_conflict_do_nothing())

    async def remove(self, player: str, followed: str) -> bool:
        """Ends that `player` follows `followed`; returns whether it was so."""
        row = (FOLLOWS.c.player == player) & (FOLLOWS.c.followed == followed)
        async with self._database.changing() as connection:
            return bool((await connection.execute(delete(FOLLOWS).where(row))).rowcount)

    async def has(self, player: str, followed: str) -> bool:
        """Whether `player` follows `followed`."""
        query = select(FOLLOWS.c.since).where(FOLLOWS.c.player == player, FOLLOWS.c.followed == followed)
        async with self._database.reading() as connection:
            return await connection.scalar(query) is not None

    async def count(self, player: str) -> int:
        """How many a player follows."""
        query = select(func.count()).select_from(FOLLOWS).where(FOLLOWS.c.player == player)
        async with self._database.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def of(self, player: str) -> Sequence[Followed]:
        """All that a player follows, closed accounts too, by name."""
        query = (
            select(FOLLOWS.c.since, PLAYERS)
            .join(PLAYERS, PLAYERS.c.id == FOLLOWS.c.followed)
            .where(FOLLOWS.c.player == player)
            .order_by(PLAYERS.c.account, PLAYERS.c.id)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings()
            return [Followed(player_of(row), row["since"]) for row in rows]
