"""Challenges: games that one player offers to another."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, delete, func, insert, or_, select, update

from damaci.store.database import Database, Row
from damaci.store.prepared import Prepared, value
from damaci.store.schema import CHALLENGES, PLAYERS


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """A game that `player` offers to `target`. `wish`: its terms as JSON; `declined`: the reason of the other one's no,
    empty before that. `created` and `until`, when it ends, are seconds since the epoch."""

    id: str
    player: str
    target: str
    wish: str
    created: float
    until: float
    declined: str = ""
    name: str = ""
    """The name of the player who challenges. This and the next three fields are not stored here but read from the
    players."""
    account: str | None = None
    target_name: str = ""
    target_account: str | None = None


class Challenges:
    """The challenges. One that has ended is as good as gone. Every method raises StoreError; `at` is a moment in
    seconds since the epoch."""

    def __init__(self, database: Database) -> None:
        self._database = database
        concerned = [database.among(CHALLENGES.c[side], "players") for side in ("player", "target")]
        self._of_players = Prepared(_QUERY.where(or_(*concerned), CHALLENGES.c.until > value("at")))

    async def add(self, challenge: Challenge) -> bool:
        """Adds a challenge. Returns False, without one, if one of the players has been deleted or its id is taken."""
        row = {column.name: getattr(challenge, column.name) for column in CHALLENGES.c}
        return await self._database.attempt(insert(CHALLENGES).values(**row))

    async def get(self, challenge: str, at: float) -> Challenge | None:
        """The challenge with that id, if there is one."""
        found = await self._find(_QUERY.where(CHALLENGES.c.id == challenge, CHALLENGES.c.until > at))
        return next(iter(found), None)

    async def of_players(self, players: Collection[str], at: float) -> Sequence[Challenge]:
        """All challenges by or to these players, the oldest first."""
        rows = await self._database.ask(self._of_players, players=self._database.many(players), at=at)
        return [*map(_challenge, rows)]

    async def count(self, at: float, *, player: str | None = None, target: str | None = None) -> int:
        """The number of unanswered challenges by a player, to one, or by one to another."""
        query = select(func.count()).select_from(CHALLENGES)
        query = query.where(CHALLENGES.c.until > at, CHALLENGES.c.declined == "")
        if player is not None:
            query = query.where(CHALLENGES.c.player == player)
        if target is not None:
            query = query.where(CHALLENGES.c.target == target)
        async with self._database.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def decline(self, challenge: str, target: str, reason: str, at: float, until: float) -> bool:
        """Writes down why the challenged player does not want to; the other one can see it until `until`. Returns
        whether the challenge stood."""
        standing = (CHALLENGES.c.id == challenge) & (CHALLENGES.c.target == target)
        standing &= (CHALLENGES.c.declined == "") & (CHALLENGES.c.until > at)
        async with self._database.changing() as connection:
            declined = await connection.execute(update(CHALLENGES).where(standing).values(declined=reason, until=until))
            return bool(declined.rowcount)

    async def remove(self, challenge: str, player: str) -> bool:
        """Removes a player's own challenge, declined or not; returns whether it existed."""
        mine = (CHALLENGES.c.id == challenge) & (CHALLENGES.c.player == player)
        async with self._database.changing() as connection:
            return bool((await connection.execute(delete(CHALLENGES).where(mine))).rowcount)

    async def remove_ended(self, at: float) -> None:
        """Removes the challenges that have ended."""
        async with self._database.changing() as connection:
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.until <= at))

    async def _find(self, query: Select[Any]) -> Sequence[Challenge]:
        async with self._database.reading() as connection:
            return [_challenge(row) for row in (await connection.execute(query)).mappings()]


def _challenge(row: Row) -> Challenge:
    return msgspec.convert({str(name): value for name, value in row.items()}, Challenge)


_target = PLAYERS.alias("target_player")
_QUERY = (
    select(CHALLENGES, PLAYERS.c.name, PLAYERS.c.account)
    .add_columns(_target.c.name.label("target_name"), _target.c.account.label("target_account"))
    .join(PLAYERS, PLAYERS.c.id == CHALLENGES.c.player)
    .join(_target, _target.c.id == CHALLENGES.c.target)
    .order_by(CHALLENGES.c.created, CHALLENGES.c.id)
)
