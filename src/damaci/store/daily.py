"""Games by the day: whose time is over, and where it is a player's turn."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Integer, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import Color, Opened, Settings
from damaci.store.database import Database
from damaci.store.prepared import Prepared, value
from damaci.store.schema import DAILY, EVENTS, GAMES, SEATS
from damaci.stored.summary import Summary, summary

_decoder = msgspec.json.Decoder(Opened)

_IS_DAILY = select(DAILY).where(GAMES.c.id == SEATS.c.game).correlate(SEATS).scalar_subquery()
"""Asked of each game of a player: as a join, databases would rather read all games by the day, which they believe to be
few."""
_DUE = Prepared(
    select(GAMES.c.id)
    .where(DAILY, GAMES.c.due <= value("at"))
    .order_by(GAMES.c.due, GAMES.c.id)
    .limit(value("limit", Integer))
)


class DailyGames:
    """Unfinished games by the day. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def any(self) -> bool:
        """Whether there are any."""
        query = select(GAMES.c.id).where(DAILY, GAMES.c.due > 0).limit(1)
        async with self._database.reading() as connection:
            return await connection.scalar(query) is not None

    async def due(self, at: float, limit: int) -> Sequence[str]:
        """The ids of those in which the time of the side to move is over at `at` (epoch seconds), the earliest
        first."""
        return [row["id"] for row in await self._database.ask(_DUE, at=at, limit=limit)]

    async def count(self, player: str) -> int:
        """How many a player has."""
        async with self._database.reading() as connection:
            return await count_of(connection, player)

    async def opponents(self, player: str) -> Sequence[str]:
        """Whom a player plays: their ids."""
        theirs = SEATS.alias()
        query = (
            select(theirs.c.player)
            .distinct()
            .join(SEATS, SEATS.c.game == theirs.c.game)
            .where(SEATS.c.player == player, theirs.c.player != player, _IS_DAILY)
        )
        async with self._database.reading() as connection:
            return list(await connection.scalars(query))

    async def between(self, player: str, other: str) -> int:
        """The number of unfinished games by the day between two players."""
        theirs = SEATS.alias()
        both = select(func.count()).select_from(SEATS).join(theirs, theirs.c.game == SEATS.c.game)
        query = both.where(SEATS.c.player == player, theirs.c.player == other, _IS_DAILY)
        async with self._database.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def of(self, player: str, limit: int = 200) -> Sequence[tuple[Color, Settings, Summary]]:
        """A player's, with the player's side and what was agreed, the one whose time is over first at the beginning."""
        query = (
            select(SEATS.c.color, EVENTS.c.event, GAMES)
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .join(EVENTS, (EVENTS.c.game == GAMES.c.id) & (EVENTS.c.version == 1))
            .where(SEATS.c.player == player, _IS_DAILY)
            .order_by(GAMES.c.due, GAMES.c.id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
        return [(row.pop("color"), _decoder.decode(row.pop("event")).settings, summary(row)) for row in rows]


async def count_of(connection: AsyncConnection, player: str) -> int:
    """How many unfinished games by the day a player has, in the transaction of `connection`."""
    query = select(func.count()).select_from(SEATS).where(SEATS.c.player == player, _IS_DAILY)
    return int(await connection.scalar(query) or 0)
