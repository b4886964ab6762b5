"""Broadcasts: whose they are, the games of their boards, and the links by which moves are entered."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import AnyEvent
from damaci.store.appending import open_game
from damaci.store.audit import Act, record
from damaci.store.database import Database
from damaci.store.locking import lock_player
from damaci.store.schema import ANNOUNCED, BROADCAST_BOARDS, BROADCASTS, GAMES, PLAYERS, TOURNAMENTS
from damaci.stored.summary import Summary, summary

_BOARD = BROADCAST_BOARDS.c


class TooManyBroadcasts(Exception):
    """A player, or a broadcast, has as many as allowed."""


class BoardTaken(Exception):
    """That board of that round exists already, or the broadcast does not exist any more."""


class Broadcast(msgspec.Struct, frozen=True):
    """A broadcast and whose it is. `created` in epoch seconds; `account`: the last part of the address of the owner's
    page; `tournament`: the id of the tournament of this server to which it belongs, with its name; empty for none."""

    id: str
    name: str
    created: float
    owner: str
    owner_name: str
    account: str
    tournament: str = ""
    tournament_name: str = ""


class ListedBroadcast(msgspec.Struct, frozen=True):
    """A broadcast in a list: its boards, those of them whose game is unfinished and has a link, and its last round."""

    broadcast: Broadcast
    boards: int
    open: int
    round: int


class BoardPlace(NamedTuple):
    """Where a game is played: the board of a round."""

    broadcast: str
    round: int
    board: int


class StoredBoard(msgspec.Struct, frozen=True):
    """A board with its game. `has_link`: somebody has a link by which its moves are entered."""

    place: BoardPlace
    has_link: bool
    game: Summary


class Broadcasts:
    """The broadcasts of all players, except those of closed accounts. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- broadcasts --------------------------------------------------------------------------------------------------

    async def create(
        self, id: str, owner: str, name: str, at: float, most: int, *, tournament: str | None = None
    ) -> bool:
        """Stores a new broadcast without boards, made at a moment (epoch seconds), of a tournament of this server or
        of none; the owner's of that id, if it is there already, stays as it is. Returns False if the owner has been
        deleted. Raises TooManyBroadcasts if the owner has `most` of them."""
        async with self._database.writing() as connection:
            # The player stays locked, so that another one that is made at the same time counts this one.
            if not await lock_player(connection, owner):
                return False
            mine = BROADCASTS.c.owner == owner
            if await connection.scalar(select(BROADCASTS.c.id).where(mine, BROADCASTS.c.id == id)):
                return True
            await _expect_fewer(connection, mine, most)
            values = {"id": id, "owner": owner, "name": name, "created": at, "tournament": tournament}
            await connection.execute(insert(BROADCASTS), values)
        return True

    async def set_tournament(self, broadcast: str, tournament: str | None) -> None:
        """Says to which tournament of this server a broadcast belongs; None: to none."""
        which = BROADCASTS.c.id == broadcast
        async with self._database.changing() as connection:
            await connection.execute(update(BROADCASTS).where(which).values(tournament=tournament))

    async def get(self, broadcast: str) -> Broadcast | None:
        """A broadcast; None if there is none of that id."""
        async with self._database.reading() as connection:
            found = await connection.execute(_WITH_OWNER.where(BROADCASTS.c.id == broadcast))
            row = found.mappings().one_or_none()
        return _broadcast(row) if row else None

    async def list(self, limit: int) -> Sequence[ListedBroadcast]:
        """Broadcasts that have a board, the newest first."""
        return await self._listed(_WITH_OWNER.where(BROADCASTS.c.created > 0, _HAS_BOARD), limit)

    async def of_tournament(self, tournament: str, limit: int) -> Sequence[ListedBroadcast]:
        """Broadcasts that belong to a tournament of this server and have a board, the newest first."""
        return await self._listed(_WITH_OWNER.where(BROADCASTS.c.tournament == tournament, _HAS_BOARD), limit)

    async def of_player(self, player: str, limit: int = 200) -> Sequence[ListedBroadcast]:
        """A player's own, the newest first."""
        return await self._listed(_WITH_OWNER.where(BROADCASTS.c.owner == player), limit)

    async def games_of(self, owner: str) -> Sequence[str]:
        """The games on all boards of a player's broadcasts."""
        query = select(_BOARD.game).join(BROADCASTS, BROADCASTS.c.id == _BOARD.broadcast)
        async with self._database.reading() as connection:
            return [*await connection.scalars(query.where(BROADCASTS.c.owner == owner))]

    async def delete(self, broadcast: str, act: Act | None = None) -> Sequence[str] | None:
        """Deletes a broadcast with its games; returns their ids, None if there is none of that id. `act`: the
        operator's, if it is one."""
        async with self._database.writing() as connection:
            games = [*await connection.scalars(select(_BOARD.game).where(_BOARD.broadcast == broadcast))]
            await connection.execute(delete(GAMES).where(GAMES.c.id.in_(games)))
            gone = await connection.execute(delete(BROADCASTS).where(BROADCASTS.c.id == broadcast))
            if not gone.rowcount:
                return None
            if act:
                await record(connection, act)
        return games

    # ---- boards ------------------------------------------------------------------------------------------------------

    async def add_board(self, place: BoardPlace, game: str, events: Sequence[AnyEvent], most: int) -> None:
        """Stores a new board with its game. Raises BoardTaken, TooManyBroadcasts if there are `most` boards."""
        try:
            async with self._database.writing() as connection:
                locked = select(BROADCASTS.c.id).where(BROADCASTS.c.id == place.broadcast).with_for_update()
                await connection.execute(locked)
                await _expect_fewer(connection, _BOARD.broadcast == place.broadcast, most)
                await _open(connection, game, events)
                await connection.execute(insert(BROADCAST_BOARDS), {**place._asdict(), "game": game})
        except IntegrityError:
            raise BoardTaken(place) from None

    async def boards(self, broadcast: str) -> Sequence[StoredBoard]:
        """All boards by round and number."""
        query = _BOARDS.where(_BOARD.broadcast == broadcast).order_by(_BOARD.round, _BOARD.board)
        async with self._database.reading() as connection:
            return [_board(dict(row)) for row in (await connection.execute(query)).mappings()]

    async def board(self, place: BoardPlace) -> StoredBoard | None:
        """One board; None if it is not there."""
        return await self._find(_is(place))

    async def of_game(self, game: str) -> StoredBoard | None:
        """The board on which a game is played; None for games that are played here."""
        return await self._find(_BOARD.game == game)

    async def remove_board(self, place: BoardPlace) -> str | None:
        """Removes a board with its game; returns the game, None if there is no such board."""
        async with self._database.writing() as connection:
            game: str | None = await connection.scalar(select(_BOARD.game).where(_is(place)))
            await connection.execute(delete(GAMES).where(GAMES.c.id == game))
        return game

    async def replace(self, place: BoardPlace, game: str, following: str, events: Sequence[AnyEvent]) -> bool:
        """Replaces a board's `game`, which is deleted, by another one. Returns False if the board has another game by
        now."""
        async with self._database.writing() as connection:
            await _open(connection, following, events)
            step = update(BROADCAST_BOARDS).where(_is(place), _BOARD.game == game).values(game=following)
            done = bool((await connection.execute(step)).rowcount)
            await connection.execute(delete(GAMES).where(GAMES.c.id == (game if done else following)))
        return done

    # ---- links -------------------------------------------------------------------------------------------------------

    async def set_key(self, place: BoardPlace, key: str | None) -> bool:
        """Gives a board another link, by the hash of its secret; None: no link. Returns whether the board exists."""
        async with self._database.changing() as connection:
            step = update(BROADCAST_BOARDS).where(_is(place)).values(key=key)
            return bool((await connection.execute(step)).rowcount)

    async def with_key(self, key: str) -> StoredBoard | None:
        """The board that has the link with this hash."""
        return await self._find(_BOARD.key == key)

    async def permits(self, key: str, game: str) -> bool:
        """Whether moves of a game may be entered by the link with this hash."""
        found = await self.with_key(key)
        return found is not None and found.game.id == game

    async def _find(self, which: ColumnElement[bool]) -> StoredBoard | None:
        query = _BOARDS.join(BROADCASTS, BROADCASTS.c.id == _BOARD.broadcast)
        query = query.join(PLAYERS, PLAYERS.c.id == BROADCASTS.c.owner).where(which, PLAYERS.c.closed.is_(None))
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return _board(dict(row)) if row else None

    async def _listed(self, query: Any, limit: int) -> Sequence[ListedBroadcast]:
        query = query.order_by(BROADCASTS.c.created.desc(), BROADCASTS.c.id).limit(limit)
        async with self._database.reading() as connection:
            found = [_broadcast(row) for row in (await connection.execute(query)).mappings()]
            counts = _COUNTS.where(_BOARD.broadcast.in_([each.id for each in found])).group_by(_BOARD.broadcast)
            counted = {row.broadcast: row for row in await connection.execute(counts)}
        return [_with_counts(each, counted.get(each.id)) for each in found]


async def _expect_fewer(connection: AsyncConnection, which: ColumnElement[bool], most: int) -> None:
    if int(await connection.scalar(select(func.count()).where(which)) or 0) >= most:
        raise TooManyBroadcasts


async def _open(connection: AsyncConnection, game: str, events: Sequence[AnyEvent]) -> None:
    """Stores a game that the explorer does not count: nobody knows whether it has been played."""
    await open_game(connection, game, events)
    await connection.execute(update(GAMES).where(GAMES.c.id == game).values(explored=True))


_HAS_BOARD = select(_BOARD.board).where(_BOARD.broadcast == BROADCASTS.c.id).exists()
_WITH_OWNER = (
    select(
        BROADCASTS.c.id,
        BROADCASTS.c.name,
        BROADCASTS.c.created,
        BROADCASTS.c.owner,
        PLAYERS.c.name.label("owner_name"),
        PLAYERS.c.account,
        TOURNAMENTS.c.id.label("tournament"),
        TOURNAMENTS.c.name.label("tournament_name"),
    )
    .select_from(BROADCASTS)
    .join(PLAYERS, PLAYERS.c.id == BROADCASTS.c.owner)
    .outerjoin(ANNOUNCED, ANNOUNCED.c.tournament == BROADCASTS.c.tournament)
    .outerjoin(TOURNAMENTS, TOURNAMENTS.c.id == ANNOUNCED.c.tournament)
    .where(PLAYERS.c.closed.is_(None))
)
_BOARDS = select(
    _BOARD.broadcast, _BOARD.round, _BOARD.board, _BOARD.key.is_not(None).label("has_link"), GAMES
).join_from(BROADCAST_BOARDS, GAMES, GAMES.c.id == _BOARD.game)
_COUNTS = select(
    _BOARD.broadcast,
    func.count().label("boards"),
    func.count().filter(GAMES.c.result == "*", _BOARD.key.is_not(None)).label("open"),
    func.max(_BOARD.round).label("round"),
).join_from(BROADCAST_BOARDS, GAMES, GAMES.c.id == _BOARD.game)


def _is(place: BoardPlace) -> ColumnElement[bool]:
    return (_BOARD.broadcast == place.broadcast) & (_BOARD.round == place.round) & (_BOARD.board == place.board)


def _broadcast(row: Any) -> Broadcast:
    values: dict[str, Any] = {name: row[name] for name in Broadcast.__struct_fields__}
    for name in ("account", "tournament", "tournament_name"):
        values[name] = values[name] or ""
    return Broadcast(**values)


def _board(row: dict[str, Any]) -> StoredBoard:
    place = BoardPlace(row.pop("broadcast"), row.pop("round"), row.pop("board"))
    return StoredBoard(place, bool(row.pop("has_link")), summary(row))


def _with_counts(broadcast: Broadcast, counted: Any) -> ListedBroadcast:
    if counted is None:
        return ListedBroadcast(broadcast, 0, 0, 0)
    return ListedBroadcast(broadcast, counted.boards, counted.open, counted.round)
