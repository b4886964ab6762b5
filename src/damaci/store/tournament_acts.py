"""What people do around a tournament that is no step of it: they join and leave, hold it and resume it."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from sqlalchemy import func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.schema import PLAYERS, TOURNAMENT_ACTS

Act = Literal["joined", "left", "held", "resumed"]


class Acted(msgspec.Struct, frozen=True):
    """An act at a moment (epoch seconds). `name`: whose it is; empty for the server and for a deleted arbiter."""

    at: float
    act: Act
    name: str
    account: str | None


class TournamentActs:
    """The acts of all tournaments; each is written in the transaction that carries it out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, tournament: str) -> Sequence[Acted]:
        """The acts in a tournament, the first one first, without those of deleted players. Raises StoreError."""
        table = TOURNAMENT_ACTS.c
        known = or_(table.player.is_not(None), table.act.in_(("held", "resumed")))
        query = (
            select(table.at, table.act, PLAYERS.c.name, PLAYERS.c.account)
            .outerjoin(PLAYERS, PLAYERS.c.id == table.player)
            .where(table.tournament == tournament, known)
            .order_by(table.at, table.id)
        )
        async with self._database.reading() as connection:
            return [Acted(row.at, row.act, row.name or "", row.account) for row in await connection.execute(query)]

    async def last(self, tournament: str) -> float:
        """When the last act around the tournament happened (epoch seconds); 0 for never. Raises StoreError."""
        query = select(func.max(TOURNAMENT_ACTS.c.at)).where(TOURNAMENT_ACTS.c.tournament == tournament)
        async with self._database.reading() as connection:
            return await connection.scalar(query) or 0.0


async def record(connection: AsyncConnection, tournament: str, act: Act, player: str | None, at: float) -> None:
    """Writes an act of a player, or of the server itself, in the transaction of the connection."""
    values = {"tournament": tournament, "act": act, "player": player, "at": at}
    await connection.execute(insert(TOURNAMENT_ACTS).values(**values))
