"""What players have done at puzzles, as JSON by player, and the ratings of the puzzles that they have moved."""

from importlib import import_module
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.schema import PUZZLE_RATINGS, SOLVERS

Numbers = tuple[float, float, float]
"""Rating, deviation, volatility."""


class Solvers:
    """Two tables. Deleting a player deletes the player's record."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, player: str) -> str | None:
        """The record of a player, if there is one. Raises StoreError."""
        query = select(SOLVERS.c.record).where(SOLVERS.c.player == player)
        async with self._database.reading() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def rating(self, puzzle: str) -> Numbers | None:
        """The rating of a puzzle, if anybody has moved it. Raises StoreError."""
        table = PUZZLE_RATINGS.c
        query = select(table.rating, table.deviation, table.volatility).where(table.puzzle == puzzle)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return (row.rating, row.deviation, row.volatility) if row else None

    async def put(self, player: str, record: str, puzzle: str | None = None, rating: Numbers | None = None) -> None:
        """Stores a record and, in the same transaction, the rating of a puzzle; both replace the former ones.

        Raises StoreError; IntegrityError for a player that does not exist."""
        async with self._database.changing() as connection:
            await self._replace(connection, SOLVERS, {"player": player}, {"record": record})
            if puzzle and rating:
                names = ("rating", "deviation", "volatility")
                values = dict(zip(names, rating, strict=True))
                await self._replace(connection, PUZZLE_RATINGS, {"puzzle": puzzle}, values)

    async def _replace(
        self, connection: AsyncConnection, table: Table, key: dict[str, Any], values: dict[str, Any]
    ) -> None:
        # Imports only the dialect in use; importing all of them would slow every start.
        insert = import_module(f"sqlalchemy.dialects.{self._database.dialect}").insert(table).values(key | values)
        await connection.execute(insert.on_conflict_do_update(index_elements=[*key], set_=values))
