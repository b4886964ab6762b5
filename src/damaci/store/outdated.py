"""Rows that nobody needs any more: found page by page by an index, and removed a few at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Column, ColumnElement, Select, and_, delete, or_, select, true

from damaci.store.database import Database
from damaci.store.games import RUNNING
from damaci.store.schema import BROADCAST_BOARDS, GAMES, PLAYERS, SEATS, SEEKS, SESSIONS, TOKENS

AT_ONCE = 200
"""Rows that one transaction looks at."""


@dataclass(frozen=True)
class OutdatedKind:
    """A kind of rows that become outdated: those with `condition`, ordered by the moment `at` and by `id`. Only those
    that are also `useless` are removed."""

    name: str
    id: Column[str]
    at: Column[float]
    condition: ColumnElement[bool]
    useless: ColumnElement[bool] | None = None


def _without(column: Column[str]) -> ColumnElement[bool]:
    return ~select(column).where(column == PLAYERS.c.id).exists()


PLAYED_HERE = ~select(BROADCAST_BOARDS.c.game).where(BROADCAST_BOARDS.c.game == GAMES.c.id).exists()
"""The condition for games outside broadcasts: the games of broadcasts stay as they were entered."""
_IDLE = and_(*(_without(table.c.player) for table in (SEATS, TOKENS, SEEKS)))
SESSIONS_ENDED = OutdatedKind("sessions", SESSIONS.c.hash, SESSIONS.c.created, true())
INVITATIONS = OutdatedKind("invitations", SEEKS.c.id, SEEKS.c.seen, ~SEEKS.c.open)
UNBEGUN = OutdatedKind(
    "unbegun", GAMES.c.id, GAMES.c.updated, RUNNING & (GAMES.c.plies == 0) & (GAMES.c.days == 0), PLAYED_HERE
)
ABANDONED = OutdatedKind("abandoned", GAMES.c.id, GAMES.c.updated, RUNNING & (GAMES.c.plies > 0), PLAYED_HERE)
GUESTS = OutdatedKind("guests", PLAYERS.c.id, PLAYERS.c.created, PLAYERS.c.account.is_(None), _IDLE)


@dataclass(frozen=True)
class OutdatedPage:
    """The outdated rows among those that were looked at, and where the next page begins; None at the end."""

    ids: Sequence[str]
    following: tuple[float, str] | None


class Outdated:
    """Outdated rows of every kind. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, kind: OutdatedKind, before: float, after: tuple[float, str] | None) -> OutdatedPage:
        """Looks at some rows from before a moment (epoch seconds), after those of the page before."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(_candidates(kind, before, after))).all()
            ids = [row.id for row in rows]
            if kind.useless is not None:
                ids = list(await connection.scalars(select(kind.id).where(kind.id.in_(ids), kind.useless)))
        if len(rows) < AT_ONCE:
            return OutdatedPage(ids, None)
        return OutdatedPage(ids, (rows[-1].at, rows[-1].id))

    async def remove(self, kind: OutdatedKind, before: float, ids: Sequence[str]) -> int:
        """Removes those of these rows that are still outdated, in one transaction; returns how many."""
        still = and_(kind.id.in_(ids), kind.at < before, kind.condition)
        table = kind.id.table
        async with self._database.writing() as connection:
            # Locked first: whoever begins a game with one of these players waits, or is waited for.
            await connection.execute(select(kind.id).where(still).order_by(kind.id).with_for_update())
            if kind.useless is not None:
                still &= kind.useless
            gone = list(await connection.scalars(delete(table).where(still).returning(kind.id)))
            if table is GAMES and gone:
                await connection.execute(delete(SEATS).where(SEATS.c.game.in_(gone)))
        return len(gone)


def _candidates(kind: OutdatedKind, before: float, after: tuple[float, str] | None) -> Select[str, float]:
    query = select(kind.id.label("id"), kind.at.label("at"))
    query = query.where(kind.condition, kind.at < before).order_by(kind.at, kind.id).limit(AT_ONCE)
    if after:
        at, id = after
        query = query.where(kind.at >= at, or_(kind.at > at, kind.id > id))
    return query
