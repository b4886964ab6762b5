"""Pairings: a game begins together with its players, whole or not at all."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import AnyEvent, Color, Opened, Seat, other
from damaci.store.appending import append_to, open_game
from damaci.store.daily import count_of
from damaci.store.database import Database
from damaci.store.games import RUNNING, WITH_ENGINE
from damaci.store.locking import lock_player, lock_players
from damaci.store.schema import CHALLENGES, EVENTS, GAMES, PLAYERS, SEATS, SEEKS
from damaci.stored.errors import DailyGamesEnough, PlaysEnough, SeatEmpty, VersionConflict

_decoder = msgspec.json.Decoder(Opened)
# Made once: SQLAlchemy takes longer to make them, and to find out that it knows them, than to carry them out.
_NAMES = (
    select(PLAYERS.c.id, PLAYERS.c.name)
    .where(PLAYERS.c.id.in_(bindparam("players", expanding=True)))
    .order_by(PLAYERS.c.id)
    .with_for_update(read=True)
)
_REMOVE_SEEK = delete(SEEKS).where(SEEKS.c.id == bindparam("seek"))
_TAKE_SEATS = insert(SEATS)


class SeatTaken(Exception):
    """The game exists, its seek does not exist any more, or one of the players has been deleted."""


@dataclass(frozen=True)
class GameLimits:
    """How many unfinished games players may have, however many processes begin them; the one that begins is
    included."""

    computers: Mapping[str, int] = field(default_factory=dict)
    """The limits of some computers, by their ids. Other players have none."""
    rematches: float = math.inf
    """The most games against computers that a person may have when a rematch begins."""
    daily: float = math.inf
    """The most games by the day."""


UNLIMITED = GameLimits()


class Pairings:
    """Begins games. Every method raises StoreError; then, too, nothing of the game exists, unless the answer of the
    database was lost."""

    def __init__(self, database: Database, limits: GameLimits = UNLIMITED) -> None:
        self._database = database
        self._limits = limits

    async def begin(
        self,
        game: str,
        events: Sequence[AnyEvent],
        players: Mapping[Color, str],
        *,
        seek: bool = False,
        challenge: bool = False,
    ) -> None:
        """Stores a new game with the players of its seats, under their present names. `seek` or `challenge`: also
        removes the one with the game's id; a challenge must have been neither declined nor have ended when the game
        begins. Raises SeatTaken, PlaysEnough, DailyGamesEnough."""
        try:
            async with self._database.writing() as connection:
                await self._expect_room(connection, players)
                await self._expect_fewer_daily(connection, events, players)
                names = await _names(connection, players)
                if len(names) < len(players) or (seek and not await _remove_seek(connection, game)):
                    raise SeatTaken(game)
                if challenge and not await _remove_challenge(connection, game, events[0].at):
                    raise SeatTaken(game)
                await open_game(connection, game, with_names(events, names))
                await take_seats(connection, {game: players})
        except IntegrityError:
            raise SeatTaken(game) from None

    async def go_on(
        self, game: str, version: int, rematched: Sequence[AnyEvent], following: str, events: Sequence[AnyEvent]
    ) -> None:
        """Appends to a game, after `version`, that it goes on as the game `following`, and stores that one with
        `events`; its players, if the game has any, have swapped sides. Raises VersionConflict when the log does not end
        at `version`, SeatEmpty, PlaysEnough, DailyGamesEnough. Games that the two have agreed on from the beginning are
        not limited."""
        try:
            async with self._database.writing() as connection:
                players = {other(color): player for color, player in (await _players(connection, game)).items()}
                if not await _goes_on(connection, game):
                    await self._expect_room_for_rematch(connection, events, players)
                names = await _names(connection, players)
                await append_to(connection, game, version, rematched)
                if players and not _people(events) <= names.keys():
                    raise SeatEmpty(game)
                await open_game(connection, following, with_names(events, names))
                await take_seats(connection, {following: players})
        except IntegrityError:
            raise VersionConflict(following, 0) from None

    async def is_whole(self, game: str) -> bool:
        """Whether a game exists and somebody sits at it."""
        query = select(GAMES.c.id).join(SEATS, SEATS.c.game == GAMES.c.id).where(GAMES.c.id == game).limit(1)
        async with self._database.reading() as connection:
            return await connection.scalar(query) is not None

    async def make_up(self, game: str, following: str, events: Sequence[AnyEvent]) -> bool:
        """Stores the game that `game` went on to, or its seats, if an older version was interrupted before it did.
        Returns whether it has; it has not where a player of `game` has been deleted."""
        try:
            async with self._database.writing() as connection:
                players = {other(color): player for color, player in (await _players(connection, game)).items()}
                names = await _names(connection, players)
                if not players or not _people(events) <= names.keys():
                    return False
                if await connection.scalar(select(GAMES.c.id).where(GAMES.c.id == following)) is None:
                    await open_game(connection, following, with_names(events, names))
                await connection.execute(delete(SEATS).where(SEATS.c.game == following))
                await take_seats(connection, {following: players})
        except IntegrityError:
            return False  # Another process has, meanwhile.
        return True

    async def _expect_room_for_rematch(
        self, connection: AsyncConnection, events: Sequence[AnyEvent], players: Mapping[Color, str]
    ) -> None:
        """Raises PlaysEnough, DailyGamesEnough."""
        await self._expect_fewer_daily(connection, events, players)
        if _with_engine(events):
            await self._expect_room(connection, players)
            await self._expect_own_room(connection, players)

    async def _expect_fewer_daily(
        self, connection: AsyncConnection, events: Sequence[AnyEvent], players: Mapping[Color, str]
    ) -> None:
        """Raises DailyGamesEnough."""
        if not _opened(events).settings.days:
            return
        # They stay locked, so that others who begin a game wait and then count this one.
        await lock_players(connection, players.values())
        for color, player in players.items():
            if await count_of(connection, player) >= self._limits.daily:
                raise DailyGamesEnough(player, color)

    async def _expect_room(self, connection: AsyncConnection, players: Mapping[Color, str]) -> None:
        """Raises PlaysEnough."""
        for player in players.values():
            if player in self._limits.computers:
                await _expect_fewer(connection, player, self._limits.computers[player])

    async def _expect_own_room(self, connection: AsyncConnection, players: Mapping[Color, str]) -> None:
        """The same for players who are not computers."""
        for player in players.values():
            if player not in self._limits.computers and self._limits.rematches < math.inf:
                await _expect_fewer(connection, player, self._limits.rematches, computer=False)


def with_names(events: Sequence[AnyEvent], names: Mapping[Color, str]) -> Sequence[AnyEvent]:
    """The events of a game whose players have these names."""
    opened = _opened(events)
    rest = events[1:]
    both: dict[Color, Seat] = {"white": opened.white, "black": opened.black}
    seats = {color: msgspec.structs.replace(both[color], name=name) for color, name in names.items()}
    return [msgspec.structs.replace(opened, **seats), *rest]


def _with_engine(events: Sequence[AnyEvent]) -> bool:
    return len(_people(events)) < 2


def _people(events: Sequence[AnyEvent]) -> set[Color]:
    opened = _opened(events)
    seats: dict[Color, Seat] = {"white": opened.white, "black": opened.black}
    return {color for color, seat in seats.items() if seat.kind == "person"}


def _opened(events: Sequence[AnyEvent]) -> Opened:
    opened = events[0]
    assert isinstance(opened, Opened)
    return opened


async def _expect_fewer(connection: AsyncConnection, player: str, most: float, *, computer: bool = True) -> None:
    """Raises PlaysEnough. The player stays locked, so that others who begin a game wait and then count this one."""
    await lock_player(connection, player)
    theirs = select(SEATS.c.game).where(SEATS.c.game == GAMES.c.id, SEATS.c.player == player).exists()
    running = select(func.count()).select_from(GAMES).where(RUNNING, GAMES.c.updated > 0, WITH_ENGINE, theirs)
    if int(await connection.scalar(running) or 0) >= most:
        raise PlaysEnough(player, computer=computer)


async def _goes_on(connection: AsyncConnection, game: str) -> bool:
    """Whether the players have agreed on another game after this one."""
    first = select(EVENTS.c.event).where(EVENTS.c.game == game, EVENTS.c.version == 1)
    return _decoder.decode(await connection.scalar(first) or b"").settings.games > 1


async def _names(connection: AsyncConnection, players: Mapping[Color, str]) -> dict[Color, str]:
    found = await names_of(connection, players.values())
    return {color: found[player] for color, player in players.items() if player in found}


async def names_of(connection: AsyncConnection, players: Collection[str]) -> dict[str, str]:
    """The names of those of some players that exist, by their ids; until the end of the transaction they stay."""
    # Locked first, and before anything else: whoever deletes or renames one of them waits, or is waited for.
    return {row.id: row.name for row in await connection.execute(_NAMES, {"players": [*players]})}


async def _players(connection: AsyncConnection, game: str) -> dict[Color, str]:
    query = select(SEATS.c.color, SEATS.c.player).where(SEATS.c.game == game)
    return {row.color: row.player for row in await connection.execute(query)}


async def _remove_seek(connection: AsyncConnection, seek: str) -> bool:
    return bool((await connection.execute(_REMOVE_SEEK, {"seek": seek})).rowcount)


async def _remove_challenge(connection: AsyncConnection, challenge: str, at: float) -> bool:
    standing = (CHALLENGES.c.id == challenge) & (CHALLENGES.c.declined == "") & (CHALLENGES.c.until > at)
    return bool((await connection.execute(delete(CHALLENGES).where(standing))).rowcount)


async def take_seats(connection: AsyncConnection, players: Mapping[str, Mapping[Color, str]]) -> None:
    """Seats the players of some games, in the transaction of `connection`."""
    rows = [
        {"game": game, "color": color, "player": player}
        for game, seated in players.items()
        for color, player in seated.items()
    ]
    if rows:
        await connection.execute(_TAKE_SEATS, rows)
