"""How players' moves compare with the engine's, as an operator has asked for it: what waits, and what was found."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import RowMapping, Select, func, select, text, update

from damaci.rating.speed import Speed
from damaci.store.audit import Act, record
from damaci.store.database import Database
from damaci.store.prepared import Prepared
from damaci.store.ratings import RatingKey
from damaci.store.schema import COMPARISONS, PLAYERS, RATINGS

MOST_WAITING = 50
"""Comparisons that wait at most: each takes minutes of a processor."""
ONE_AT_A_TIME = 0x64616D63
"""The key of PostgreSQL's advisory lock for asking: those that wait are counted before there is one more."""
MOST_NEAR = 500
"""Comparisons that are read to be set beside another one."""


class WaitingComparison(NamedTuple):
    """What somebody has asked for at that moment (epoch seconds)."""

    key: RatingKey
    asked: float


class ComparisonResult(NamedTuple):
    """What was found at a moment (epoch seconds), by which engine, with the rating of that moment. `comparison` is JSON
    (damaci.analysis.agreement.Comparison), of so many moves."""

    at: float
    rating: float
    engine: str
    moves: int
    comparison: str


class StoredComparison(NamedTuple):
    """A row: since when a comparison is waited for (None: it is not), and what was found the last time."""

    key: RatingKey
    asked: float | None
    found: ComparisonResult | None


class Comparisons:
    """One comparison for each player, ruleset and speed. They go with the player. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, key: RatingKey, at: float, act: Act) -> Literal["", "waits", "full"]:
        """Asks for a comparison from that moment on (epoch seconds); says why not if it waits already, or too many
        do."""
        async with self._database.writing() as connection:
            if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway.
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
            if int(await connection.scalar(_WAITING) or 0) >= MOST_WAITING:
                return "full"
            asked = self._database.insert(COMPARISONS).values(**key._asdict(), asked=at)
            asked = asked.on_conflict_do_update(
                index_elements=[*RatingKey._fields], set_={"asked": at}, where=COMPARISONS.c.asked.is_(None)
            )
            if not (await connection.execute(asked)).rowcount:
                return "waits"
            await record(connection, act)
            return ""

    async def first(self) -> WaitingComparison | None:
        """The one that has waited longest."""
        found = [_stored(row) for row in await self._database.ask(_FIRST)]
        if found and found[0].asked is not None:
            return WaitingComparison(found[0].key, found[0].asked)
        return None

    async def waiting(self) -> int:
        """How many wait."""
        async with self._database.reading() as connection:
            return int(await connection.scalar(_WAITING) or 0)

    async def put(self, key: RatingKey, found: ComparisonResult) -> None:
        """Stores what was found, in place of what was found before; it is waited for no more. Nothing happens if the
        player has been deleted meanwhile."""
        change = update(COMPARISONS).where(_is(key)).values(**found._asdict(), asked=None)
        async with self._database.changing() as connection:
            await connection.execute(change)

    async def postpone(self, waiting: WaitingComparison, at: float) -> None:
        """Lets the others that wait come first."""
        change = update(COMPARISONS).where(_is(waiting.key), COMPARISONS.c.asked == waiting.asked).values(asked=at)
        async with self._database.changing() as connection:
            await connection.execute(change)

    async def of_player(self, player: str) -> Sequence[StoredComparison]:
        """All of a player."""
        return await self._find(select(COMPARISONS).where(COMPARISONS.c.player == player))

    async def near(
        self, key: RatingKey, engine: str, moves: int, low: float, high: float
    ) -> Sequence[ComparisonResult]:
        """What the same engine found of other people with such ratings for the same, by so many moves at least; the
        newest first."""
        table = COMPARISONS.c
        query = (
            select(COMPARISONS)
            .where(table.ruleset == key.ruleset, table.speed == key.speed, table.rating.between(low, high))
            .where(table.engine == engine, table.moves >= moves, table.player != key.player)
            .join(PLAYERS)
            .where(PLAYERS.c.computer.is_(None))
            .order_by(table.at.desc())
            .limit(MOST_NEAR)
        )
        return [each.found for each in await self._find(query) if each.found]

    async def uncompared(self, key: RatingKey, engine: str, low: float, high: float, limit: int) -> Sequence[str]:
        """Other people with such ratings, for the same ruleset and speed, whose games this engine has not compared and
        is not waiting to compare. Those with most games come first."""
        known = COMPARISONS.c
        table = RATINGS.c
        same = (known.ruleset == key.ruleset) & (known.speed == key.speed)
        done = select(known.player).where(same, known.asked.isnot(None) | (known.engine == engine))
        query = (
            select(table.player)
            .join(PLAYERS)
            .where(table.ruleset == key.ruleset, table.speed == key.speed, table.rating.between(low, high))
            .where(table.player != key.player, PLAYERS.c.computer.is_(None), table.player.not_in(done))
            .order_by(table.games.desc(), table.player)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return list(await connection.scalars(query))

    async def _find(self, query: Select[Any]) -> Sequence[StoredComparison]:
        async with self._database.reading() as connection:
            return [_stored(row) for row in (await connection.execute(query)).mappings()]


def _stored(row: RowMapping) -> StoredComparison:
    key = RatingKey(row["player"], row["ruleset"], msgspec.convert(row["speed"], Speed))
    found = None
    if row["at"] is not None:
        found = ComparisonResult(*(row[name] for name in ComparisonResult._fields))
    return StoredComparison(key, row["asked"], found)


def _is(key: RatingKey) -> Any:
    table = COMPARISONS.c
    return (table.player == key.player) & (table.ruleset == key.ruleset) & (table.speed == key.speed)


_WAITING = select(func.count()).select_from(COMPARISONS).where(COMPARISONS.c.asked.isnot(None))
_FIRST = Prepared(select(COMPARISONS).where(COMPARISONS.c.asked.isnot(None)).order_by(COMPARISONS.c.asked).limit(1))
