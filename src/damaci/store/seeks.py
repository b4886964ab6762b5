"""Seeks: games that players are looking for."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    delete,
    func,
    insert,
    select,
    update,
)

from damaci.store.database import Database, Row
from damaci.store.prepared import Prepared, value
from damaci.store.schema import GAMES, PLAYERS, SEEKS


class Seek(msgspec.Struct, frozen=True, kw_only=True):
    """A game that a player looks for. `wish`: its terms as JSON; `open`: anyone may accept, otherwise only whoever has
    the link. `address`: a keyed hash of the address from which it was made.

    `created`, and `seen`, when its player was last connected, are seconds since the epoch."""

    id: str
    player: str
    name: str
    open: bool
    wish: str
    created: float
    seen: float
    address: str | None = None
    account: str | None = None
    """The player's account, if there is one."""
    computer: str | None = None
    """What plays, if the player is no person."""


class Seeks:
    """The seeks, newest first. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        ids = func.aggregate_strings(SEEKS.c.id, " ").label("ids")
        self._ids_of_players = Prepared(select(ids).where(database.among(SEEKS.c.player, "players")))
        self._some = Prepared(_QUERY.where(database.among(SEEKS.c.id, "seeks")))

    async def add(self, seek: Seek) -> bool:
        """Adds a seek. Its `name`, `account` and `computer` are not stored here, but read from the player. Returns
        False, without a seek, if the player has been deleted."""
        row = msgspec.structs.asdict(seek)
        del row["name"], row["account"], row["computer"]
        return await self._database.attempt(_ADD, **row)

    async def get(self, seek: str) -> Seek | None:
        """The seek with that id, if there is one."""
        return next(map(_seek, await self._database.ask(_GET, id=seek)), None)

    async def open(self, seen_since: float, limit: int = 100) -> Sequence[Seek]:
        """The open seeks whose players were connected at `seen_since` (epoch seconds) or later.

        If there are more than `limit`, every address has its turn before any has another one, and so do the players of
        an address: the newest seek first."""
        return [*map(_seek, await self._database.ask(_OPEN, since=seen_since, limit=limit))]

    async def ids_of_players(self, players: Collection[str]) -> Sequence[str]:
        """The ids of all seeks of these players, in any order. They come as one row: for hundreds of players, a row for
        each seek takes several times as long."""
        (row,) = await self._database.ask(self._ids_of_players, players=self._database.many(players))
        return (row["ids"] or "").split()

    async def some(self, seeks: Collection[str]) -> Sequence[Seek]:
        """The seeks, among these, that exist."""
        return [*map(_seek, await self._database.ask(self._some, seeks=self._database.many(seeks)))]

    async def count(self, player: str) -> int:
        """The number of a player's seeks."""
        (row,) = await self._database.ask(_COUNT, player=player)
        return int(row["number"])

    async def count_open(self, address: str) -> int:
        """The number of open seeks that were made from an address."""
        query = select(func.count()).select_from(SEEKS).where(SEEKS.c.open, SEEKS.c.address == address)
        async with self._database.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def keep(self, players: Collection[str], at: float) -> None:
        """Records that these players are connected at `at` (epoch seconds). What stands without its player is left
        as it is: it has been seen in the future."""
        seen = (SEEKS.c.player.in_(players)) & (SEEKS.c.seen < at)
        async with self._database.changing() as connection:
            await connection.execute(update(SEEKS).where(seen).values(seen=at))

    async def remove(self, seek: str, player: str) -> bool:
        """Removes a player's seek; returns whether it existed."""
        async with self._database.changing() as connection:
            return bool(
                (await connection.execute(delete(SEEKS).where(SEEKS.c.id == seek, SEEKS.c.player == player))).rowcount
            )

    async def remove_begun(self, seek: str) -> None:
        """Removes a seek whose game exists: older versions could leave one."""
        begun = select(GAMES.c.id).where(GAMES.c.id == seek)
        async with self._database.changing() as connection:
            await connection.execute(delete(SEEKS).where(SEEKS.c.id.in_(begun)))

    async def remove_open(self, player: str, at: float) -> None:
        """Removes the open seeks of a player who has disconnected at `at` (epoch seconds), but not those that stand
        without their player."""
        left = (SEEKS.c.player == player) & SEEKS.c.open & (SEEKS.c.seen <= at)
        async with self._database.changing() as connection:
            await connection.execute(delete(SEEKS).where(left))

    async def remove_stale(self, seen_since: float) -> None:
        """Removes the open seeks whose players were last connected before `seen_since` (epoch seconds)."""
        await self._database.change(_REMOVE_STALE, since=seen_since)


def _seek(row: Row) -> Seek:
    return msgspec.convert({str(name): value for name, value in row.items()}, Seek)


def _turn(
    *of: ColumnElement[Any], order: ColumnElement[Any], first: ColumnElement[Any] | None = None
) -> ColumnElement[int]:
    """Numbers the rows of each group from 1, those with the smallest `first` and the greatest `order` first."""
    keys = [order.desc()] if first is None else [first, order.desc()]
    return func.row_number().over(partition_by=of, order_by=keys)


_QUERY = (
    select(SEEKS, PLAYERS.c.name, PLAYERS.c.account, PLAYERS.c.computer)
    .join(PLAYERS)
    .order_by(SEEKS.c.created.desc(), SEEKS.c.id)
)


def _open() -> Select[Any]:
    """The open seeks whose players were connected since a moment; if there are more than a limit, fairly."""
    ranked_by = (SEEKS.c.id, SEEKS.c.address, SEEKS.c.created)
    of_player = _turn(SEEKS.c.address, SEEKS.c.player, order=SEEKS.c.created).label("of_player")
    mine = select(*ranked_by, of_player).where(SEEKS.c.open, SEEKS.c.seen >= value("since")).subquery()
    turn = _turn(mine.c.address, order=mine.c.created, first=mine.c.of_player)
    fair = select(mine.c.id).order_by(turn, mine.c.created.desc(), mine.c.id).limit(value("limit", Integer))
    return _QUERY.where(SEEKS.c.id.in_(fair))


_OPEN = Prepared(_open())
_GET = Prepared(_QUERY.where(SEEKS.c.id == value("id")))
_COUNT = Prepared(select(func.count().label("number")).select_from(SEEKS).where(SEEKS.c.player == value("player")))
_ADD = Prepared(insert(SEEKS))
_REMOVE_STALE = Prepared(delete(SEEKS).where(SEEKS.c.open, SEEKS.c.seen < value("since")))
