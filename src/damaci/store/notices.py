"""Notices of the operator to everybody: an announcement, and maintenance."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from sqlalchemy import delete, insert, or_, select

from damaci.store.audit import Act, record
from damaci.store.database import Database
from damaci.store.schema import NOTICES

NoticeKind = Literal["announcement", "maintenance"]


class OperatorNotice(msgspec.Struct, frozen=True):
    """A text for everybody. `until`: when an announcement ends by itself, or when a maintenance is expected to end
    (epoch seconds); None: nobody knows."""

    kind: NoticeKind
    text: str
    since: float
    until: float | None = None


class Notices:
    """At most one notice of each kind. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, notice: OperatorNotice, act: Act) -> None:
        """Stores a notice in place of the earlier one."""
        async with self._database.writing() as connection:
            await connection.execute(delete(NOTICES).where(NOTICES.c.kind == notice.kind))
            await connection.execute(insert(NOTICES).values(**msgspec.structs.asdict(notice)))
            await record(connection, act)

    async def end(self, kind: NoticeKind, act: Act) -> bool:
        """Takes a notice back; returns whether there was one."""
        async with self._database.writing() as connection:
            ended = await connection.execute(delete(NOTICES).where(NOTICES.c.kind == kind))
            if ended.rowcount:
                await record(connection, act)
            return bool(ended.rowcount)

    async def running(self, at: float) -> Sequence[OperatorNotice]:
        """The notices that have not ended at `at` (epoch seconds). A maintenance does not end by itself."""
        query = (
            select(NOTICES)
            .where(or_(NOTICES.c.kind == "maintenance", NOTICES.c.until.is_(None), NOTICES.c.until > at))
            .order_by(NOTICES.c.kind)
        )
        async with self._database.reading() as connection:
            return [OperatorNotice(*row) for row in await connection.execute(query)]
