"""Bans of players, addresses and networks."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Select, delete, func, insert, or_, select

from damaci.store.audit import Act, record
from damaci.store.database import Database
from damaci.store.schema import BANS, PLAYERS

BanKind = Literal["player", "network"]


class Ban(msgspec.Struct, frozen=True):
    """A ban. `subject`: the id of a player, or an address or network as the operator gave it. `until`: when it ends
    (epoch seconds); None: never. `reason` is shown to those who are banned."""

    kind: BanKind
    subject: str
    reason: str
    created: float
    until: float | None = None


class NamedBan(Ban, frozen=True):
    """A ban with the name of the player; empty for a network."""

    name: str = ""


class Bans:
    """Bans by player and by network. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, ban: Ban, act: Act) -> None:
        """Stores a ban, in place of an earlier one of the same player or network."""
        async with self._database.writing() as connection:
            await connection.execute(delete(BANS).where(BANS.c.kind == ban.kind, BANS.c.subject == ban.subject))
            await connection.execute(insert(BANS).values(**msgspec.structs.asdict(ban)))
            await record(connection, act)

    async def lift(self, kind: BanKind, subject: str, act: Act) -> bool:
        """Lifts a ban; returns whether there was one."""
        async with self._database.writing() as connection:
            lifted = await connection.execute(delete(BANS).where(BANS.c.kind == kind, BANS.c.subject == subject))
            if lifted.rowcount:
                await record(connection, act)
            return bool(lifted.rowcount)

    async def running(self, at: float) -> Sequence[Ban]:
        """The bans that have not ended at `at` (epoch seconds), newest first."""
        async with self._database.reading() as connection:
            return [Ban(*row) for row in await connection.execute(_running(select(BANS), at))]

    async def named(self, at: float) -> Sequence[NamedBan]:
        """The same with the names of players, for people."""
        banned = (BANS.c.kind == "player") & (PLAYERS.c.id == BANS.c.subject)
        query = select(BANS, func.coalesce(PLAYERS.c.name, "")).outerjoin(PLAYERS, banned)
        async with self._database.reading() as connection:
            return [NamedBan(*row) for row in await connection.execute(_running(query, at))]


def _running(query: Select[Any], at: float) -> Select[Any]:
    query = query.where(or_(BANS.c.until.is_(None), BANS.c.until > at))
    return query.order_by(BANS.c.created.desc(), BANS.c.subject)
