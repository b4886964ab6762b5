"""Locks on players: what else concerns them at the same time waits, and then counts and keeps what was done."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.schema import PLAYERS


async def lock_players(connection: AsyncConnection, players: Collection[str]) -> set[str]:
    """Locks players until the transaction of `connection` ends, always in the same order. Returns those that there
    are."""
    there = select(PLAYERS.c.id).where(PLAYERS.c.id.in_(list(players))).order_by(PLAYERS.c.id)
    return set(await connection.scalars(there.with_for_update()))


async def lock_player(connection: AsyncConnection, player: str) -> bool:
    """The same for one player. Returns whether there is one."""
    return bool(await lock_players(connection, [player]))
