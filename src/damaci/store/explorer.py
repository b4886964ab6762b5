"""What games did in each position: one row for each move that was ever made, with the results and the last games."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Integer, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.prepared import Prepared, value
from damaci.store.schema import EXPLORER, GAMES, UNEXPLORED
from damaci.stored.explorer import SHOWN_GAMES, Trodden, Way

_COLUMN = {"1-0": "white", "1/2-1/2": "draw", "0-1": "black"}
_KEPT_TEXT = SHOWN_GAMES * (32 + 1)
"""Characters of ids that are kept for a move; the last id may be cut off and is not shown."""

Key = tuple[str, int, int]
"""A ruleset, and the keys of the positions before and after a move."""
# Every id is more than an empty one; that has the database look into the index instead of running through it.
_MISSING = Prepared(
    select(GAMES.c.id).where(UNEXPLORED, GAMES.c.id > "").order_by(GAMES.c.id).limit(value("limit", Integer))
)


class Explorer:
    """How often each move was played."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, ruleset: str, position: int) -> Mapping[int, Trodden]:
        """The moves that games made in a position, by the key of the position after each. Raises StoreError."""
        query = select(EXPLORER).where(EXPLORER.c.ruleset == ruleset, EXPLORER.c.position == position)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return {
            row.after: Trodden(row.white, row.draw, row.black, row.games.split()[:SHOWN_GAMES])
            for row in rows
            if row.white + row.draw + row.black
        }

    async def missing(self, limit: int) -> Sequence[str]:
        """The ids of finished games that are not counted yet. Raises StoreError."""
        return [row["id"] for row in await self._database.ask(_MISSING, limit=limit)]

    async def count(self, games: Mapping[str, Way | None]) -> None:
        """Counts games by their ids, each once however often it is given; None for one that cannot be read. Raises
        StoreError."""
        mark = update(GAMES).where(GAMES.c.id.in_(sorted(games)), UNEXPLORED).values(explored=True)
        async with self._database.writing() as connection:
            fresh = list(await connection.scalars(mark.returning(GAMES.c.id)))
            rows = _rows({game: way for game in sorted(fresh) if (way := games[game])})
            if rows:
                await connection.execute(self._add(), rows)

    def _add(self) -> Any:
        insert = self._database.insert(EXPLORER)
        new = insert.excluded
        sums = {name: EXPLORER.c[name] + new[name] for name in _COLUMN.values()}
        games = func.substr(new.games + " " + EXPLORER.c.games, 1, _KEPT_TEXT)
        return insert.on_conflict_do_update(
            index_elements=["ruleset", "position", "after"], set_=sums | {"games": games}
        )


def _rows(ways: Mapping[str, Way]) -> list[dict[str, object]]:
    """What these games add, a row for each move, in the order of their keys: two processes that change the same rows
    could otherwise wait for each other without end."""
    found: dict[Key, dict[str, Any]] = {}
    for game, way in ways.items():
        for key in _keys(way):
            row = found.setdefault(key, dict.fromkeys(_COLUMN.values(), 0) | {"games": []})
            row[_COLUMN[way.result]] += 1
            row["games"].insert(0, game)
    return [
        {"ruleset": ruleset, "position": position, "after": after}
        | row
        | {"games": " ".join(row["games"][:SHOWN_GAMES])}
        for (ruleset, position, after), row in sorted(found.items())
    ]


def _keys(way: Way) -> Iterable[Key]:
    """Each move of a game once, in order."""
    return sorted({(way.ruleset, position, after) for position, after in way.steps})


async def subtract(connection: AsyncConnection, game: str, way: Way) -> None:
    """Counts a game no longer. It has to be counted, and be deleted in the same transaction."""
    column = EXPLORER.c[_COLUMN[way.result]]
    row = {"of": game, "without": f" {game} "}
    rows = [row | {"in": ruleset, "at": position, "to": after} for ruleset, position, after in _keys(way)]
    if not rows:
        return
    here = (
        (EXPLORER.c.ruleset == bindparam("in"))
        & (EXPLORER.c.position == bindparam("at"))
        & (EXPLORER.c.after == bindparam("to"))
    )
    games = func.trim(func.replace(" " + EXPLORER.c.games + " ", bindparam("without"), " "))
    await connection.execute(update(EXPLORER).where(here).values({column.name: column - 1, "games": games}), rows)
    nobody = EXPLORER.c.white + EXPLORER.c.draw + EXPLORER.c.black == 0
    await connection.execute(delete(EXPLORER).where(here, nobody), rows)
