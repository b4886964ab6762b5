"""Notices to be sent later, by mail or by Web Push. They outlive the process that queued them. Only the process that
takes a notice out sends it."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from sqlalchemy import Integer, Table, delete, select, update

from damaci.store.database import Database
from damaci.store.mail_addresses import KINDS, Wish
from damaci.store.prepared import Prepared, value
from damaci.store.schema import MAIL_QUEUE

MailKind = Wish | Literal["confirm"]


class WaitingMail(msgspec.Struct, frozen=True, kw_only=True):
    """A notice for a player, from `due` on and until `until` (epoch seconds). `about`: the game, challenge,
    tournament, holiday, or player who is absent; `ply`: moves in the game when it became the player's turn; `tries`:
    how often it was tried in vain."""

    player: str
    kind: MailKind
    about: str
    ply: int = 0
    due: float
    until: float
    tries: int = 0


class MailQueue:
    """One row for each player, kind and thing. Every method raises StoreError."""

    def __init__(self, database: Database, table: Table = MAIL_QUEUE) -> None:
        self._database = database
        self._table = table
        self._fields = [table.c[name] for name in WaitingMail.__struct_fields__]
        due = select(table.c.player).where(table.c.due <= value("at")).order_by(table.c.due, table.c.player)
        self._due = Prepared(due.limit(value("limit", Integer)))

    async def put(self, waiting: WaitingMail) -> bool:
        """Adds a notice, in place of an older one about the same. Returns False if the player has been deleted."""
        values = msgspec.structs.asdict(waiting)
        changed = {name: values[name] for name in ("ply", "due", "until", "tries")}
        stored = self._database.insert(self._table).values(values)
        keys = ["player", "kind", "about"]
        return await self._database.attempt(stored.on_conflict_do_update(index_elements=keys, set_=changed))

    async def put_back(self, waiting: Sequence[WaitingMail]) -> None:
        """Puts unsent notices back. A newer notice about the same stays as it is."""
        for each in waiting:
            stored = self._database.insert(self._table).values(msgspec.structs.asdict(each))
            await self._database.attempt(stored.on_conflict_do_nothing())

    async def bring_forward(self, player: str, kind: MailKind, at: float) -> None:
        """Makes a player's notices of one kind due at `at`, if they would be due later."""
        mine = (self._table.c.player == player) & (self._table.c.kind == kind)
        async with self._database.changing() as connection:
            await connection.execute(update(self._table).where(mine, self._table.c.due > at).values(due=at))

    async def due(self, at: float, limit: int) -> Sequence[str]:
        """The players of the first `limit` notices that are due at `at`, those first who have waited longest."""
        found = await self._database.ask(self._due, at=at, limit=limit)
        return list(dict.fromkeys(row["player"] for row in found))

    async def take(self, player: str, by: float) -> Sequence[WaitingMail]:
        """Takes out what is due for a player by a moment: each notice is returned to one caller, once."""
        mine = delete(self._table).where(self._table.c.player == player, self._table.c.due <= by)
        async with self._database.changing() as connection:
            rows = (await connection.execute(mine.returning(*self._fields))).mappings().all()
        found = [WaitingMail(**{str(name): value for name, value in row.items()}) for row in rows]
        return sorted(found, key=lambda each: (each.due, each.kind, each.about))

    async def of(self, player: str) -> Sequence[WaitingMail]:
        """What waits for a player."""
        query = select(*self._fields).where(self._table.c.player == player).order_by(self._table.c.due)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [WaitingMail(**{str(name): value for name, value in row.items()}) for row in rows]

    async def remove(self, player: str, kinds: Sequence[str] = KINDS) -> None:
        """Removes what waits for a player, of some kinds."""
        mine = (self._table.c.player == player) & self._table.c.kind.in_(kinds)
        async with self._database.changing() as connection:
            await connection.execute(delete(self._table).where(mine))
