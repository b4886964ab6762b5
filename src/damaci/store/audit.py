"""The audit log: what operators have done, written in the transaction that does it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import func, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.prepared import Prepared
from damaci.store.schema import AUDIT, SETTINGS

Ordering = Literal[
    "rename",
    "ban",
    "unban",
    "close",
    "reopen",
    "link",
    "announce",
    "unannounce",
    "maintain",
    "resume",
    "drain",
    "close-report",
    "reopen-report",
    "compare",
    "remove-broadcast",
    "remove-tournament",
]
"""What an operator may order on the page too."""
What = Ordering | Literal["ratings"]


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """An act of an operator: who did what, when (epoch seconds), on whom and why.

    `on` is the id of a player, of a process or of a report, an address or a network; empty for the whole server.
    `detail` is what changed, such as both names of a renamed player."""

    at: float
    who: str
    what: What
    on: str = ""
    detail: str = ""
    why: str = ""


NAMES = "forgotten-names"
"""The setting that changes when the name of a deleted player has been taken out of the logs of tournaments."""


class AuditState(NamedTuple):
    """What changes with every act, and with every name that is forgotten."""

    acts: int
    newest: int
    names: str


_STATE = Prepared(
    select(
        func.count(AUDIT.c.id).label("acts"),
        func.max(AUDIT.c.id).label("newest"),
        select(SETTINGS.c.value).where(SETTINGS.c.key == literal(NAMES)).scalar_subquery().label("names"),
    )
)


class Audit:
    """The acts of operators. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list(self, *, on: str = "", what: What | None = None, limit: int = 50) -> Sequence[Act]:
        """The newest acts first; `on`: only those on that player, network, process or report; `what`: only such."""
        query = select(AUDIT).order_by(AUDIT.c.id.desc()).limit(limit)
        if on:
            query = query.where(AUDIT.c.subject == on)
        if what:
            query = query.where(AUDIT.c.what == what)
        async with self._database.reading() as connection:
            return [
                Act(at=row.at, who=row.who, what=row.what, on=row.subject, detail=row.detail, why=row.why)
                for row in await connection.execute(query)
            ]

    async def state(self) -> AuditState:
        """A value by which processes notice that there are new orders, or names to forget."""
        # Both: of two simultaneous acts, the one with the smaller number can become visible later.
        (row,) = await self._database.ask(_STATE)
        return AuditState(row["acts"], row["newest"] or 0, row["names"] or "")


async def record(connection: AsyncConnection, act: Act) -> None:
    """Writes an act to the audit log, in the transaction of the connection."""
    row = msgspec.structs.asdict(act)
    row["subject"] = row.pop("on")
    await connection.execute(insert(AUDIT).values(**row))
