"""Players' reports of other players, with what is needed to judge them."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Select, func, insert, select, update

from damaci.store.audit import Act, record
from damaci.store.database import Database
from damaci.store.schema import PLAYERS, REPORTS

Reason = Literal["name", "cheating", "stalling", "phrases", "text", "other"]


class PlayerReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report. `about` and `by` are ids of players; `by` is None once that player has deleted his data.

    `game` is empty for a name in the lobby. `color`: the seat of the reported player; `version`: that of the game's log
    when it was reported; `phrases`: what was said shortly before, as JSON events. Of a study, a broadcast or a
    tournament: its id, and its words as they were then."""

    id: str
    created: float
    about: str
    by: str | None
    reason: Reason
    text: str = ""
    game: str = ""
    color: str = ""
    version: int = 0
    phrases: str = "[]"
    closed: float | None = None
    verdict: str = ""
    study: str | None = None
    words: str | None = None
    broadcast: str | None = None
    tournament: str | None = None


class ListedReport(msgspec.Struct, frozen=True):
    """A report with both players' names of today."""

    report: PlayerReport
    about_name: str
    by_name: str


class Reports:
    """Reports, newest first. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, report: PlayerReport) -> None:
        """Stores a report."""
        async with self._database.changing() as connection:
            await connection.execute(insert(REPORTS).values(**msgspec.structs.asdict(report)))

    async def count(self, by: str, since: float) -> int:
        """The reports by a player since then (epoch seconds)."""
        return await self._count((REPORTS.c.by == by) & (REPORTS.c.created >= since))

    async def is_open(self, report: PlayerReport) -> bool:
        """Whether there is an open report by the same player about the same thing of the same player."""
        same = (REPORTS.c.by == report.by) & (REPORTS.c.about == report.about) & (REPORTS.c.game == report.game)
        same &= (REPORTS.c.study == report.study) & (REPORTS.c.broadcast == report.broadcast)
        same &= REPORTS.c.tournament == report.tournament
        return await self._count(same & REPORTS.c.closed.is_(None)) > 0

    async def _count(self, which: ColumnElement[bool]) -> int:
        async with self._database.reading() as connection:
            return int(await connection.scalar(select(func.count()).select_from(REPORTS).where(which)) or 0)

    async def get(self, report: str) -> ListedReport | None:
        """The report with that id, if there is one."""
        return next(iter(await self._find(_QUERY.where(REPORTS.c.id == report))), None)

    async def list(self, *, closed: bool | None = None, about: str = "", limit: int = 100) -> Sequence[ListedReport]:
        """Open or closed reports, or all; `about`: only those about this player."""
        query = _QUERY
        if about:
            query = query.where(REPORTS.c.about == about)
        if closed is not None:
            query = query.where(REPORTS.c.closed.isnot(None) if closed else REPORTS.c.closed.is_(None))
        return await self._find(query.order_by(REPORTS.c.created.desc(), REPORTS.c.id).limit(limit))

    async def settle(self, report: str, closed: float | None, verdict: str, act: Act) -> bool:
        """Closes a report, or opens it again (`closed` None); returns False if there was nothing to change."""
        before = REPORTS.c.closed.isnot(None) if closed is None else REPORTS.c.closed.is_(None)
        change = update(REPORTS).where(REPORTS.c.id == report, before).values(closed=closed, verdict=verdict)
        async with self._database.writing() as connection:
            changed = bool((await connection.execute(change)).rowcount)
            if changed:
                await record(connection, act)
            return changed

    async def _find(self, query: Select[Any]) -> Sequence[ListedReport]:
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).mappings().all()
        return [_listed({str(name): value for name, value in row.items()}) for row in found]


def _listed(row: dict[str, Any]) -> ListedReport:
    about = row.pop("about_name")
    by = row.pop("by_name")
    return ListedReport(msgspec.convert(row, PlayerReport), about, by or "")


_ABOUT = PLAYERS.alias("about_player")
_BY = PLAYERS.alias("by_player")
_QUERY = (
    select(REPORTS, _ABOUT.c.name.label("about_name"), _BY.c.name.label("by_name"))
    .join(_ABOUT, REPORTS.c.about == _ABOUT.c.id)
    .outerjoin(_BY, REPORTS.c.by == _BY.c.id)
)
