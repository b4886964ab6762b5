"""What players have done at puzzles, as JSON by player, and the ratings of the puzzles that they have moved."""

from typing import Any

from sqlalchemy import Table, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.schema import PUZZLE_RATINGS, SOLVERS
from damaci.stored.solvers import Numbers, PuzzleChange

_NUMBERS = ("rating", "deviation", "volatility")


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
        if row:
            return (row.rating, row.deviation, row.volatility)
        return None

    async def replace(self, player: str, former: str | None, record: str, change: PuzzleChange | None = None) -> bool:
        """Replaces a record and, in the same transaction, the rating of a puzzle; returns False, and changes nothing,
        if one of them is no longer the former one (None: there is none). Raises StoreError; IntegrityError for a player
        that does not exist."""
        try:
            async with self._database.writing() as connection:
                was = None if former is None else {"record": former}
                await self._swap(connection, SOLVERS, {"player": player}, was, {"record": record})
                if change:
                    key = {"puzzle": change.puzzle}
                    rating = _named(change.rating)
                    await self._swap(connection, PUZZLE_RATINGS, key, change.former and _named(change.former), rating)
        except _Outrun:
            return False
        return True

    async def _swap(
        self,
        connection: AsyncConnection,
        table: Table,
        key: dict[str, Any],
        former: dict[str, Any] | None,
        values: dict[str, Any],
    ) -> None:
        """Replaces a row if it is still the former one. Raises _Outrun."""
        statement = self._added(table, key | values) if former is None else _changed(table, key | former, values)
        if (await connection.execute(statement)).rowcount != 1:
            raise _Outrun

    def _added(self, table: Table, values: dict[str, Any]) -> Any:
        return self._database.insert(table).values(values).on_conflict_do_nothing()


class _Outrun(Exception):
    """Another transaction was faster; this one is rolled back."""


def _changed(table: Table, former: dict[str, Any], values: dict[str, Any]) -> Any:
    return update(table).where(*(table.c[name] == value for name, value in former.items())).values(values)


def _named(numbers: Numbers) -> dict[str, float]:
    return dict(zip(_NUMBERS, numbers, strict=True))
