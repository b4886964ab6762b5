"""Tournaments that are played on the server: their plans, who has joined, and the steps that begin and end games."""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args

import msgspec
from sqlalchemy import Select, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from damaci.play.events import Color
from damaci.store import tournament_steps as steps
from damaci.store import tournaments
from damaci.store.audit import Act
from damaci.store.audit import record as record_act
from damaci.store.bookmark import Bookmark
from damaci.store.comings import Coming, Comings
from damaci.store.database import Database
from damaci.store.locking import lock_players
from damaci.store.prepared import Prepared, value
from damaci.store.schema import (
    ANNOUNCED,
    GAMES,
    PLAYERS,
    SEATS,
    TOURNAMENT_GAMES,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from damaci.store.tournament_acts import record
from damaci.store.tournament_steps import Parts
from damaci.stored.errors import VersionConflict
from damaci.stored.tournaments import Row, StoredTournament
from damaci.tournament.events import AnyEvent as Step

_PLAN = (ANNOUNCED.c.owner, ANNOUNCED.c.starts, ANNOUNCED.c.lasts, ANNOUNCED.c.pause, ANNOUNCED.c.rated)


class TournamentPlan(msgspec.Struct, frozen=True):
    """How the server runs a tournament. `owner`: the player who has announced it, None once deleted; `starts`: epoch
    seconds; `lasts`: seconds of an arena; `pause`: seconds between two rounds; `held`: the arbiter goes on by hand."""

    owner: str | None
    starts: float
    lasts: float
    pause: float
    rated: bool
    held: bool = False
    over: bool = False


class AnnouncedTournament(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    stored: StoredTournament
    plan: TournamentPlan
    joined: int


class JoinedPlayer(msgspec.Struct, frozen=True):
    """Somebody who has joined. `entrant`: the number in the tournament's log, None until it takes the player;
    `computer`: what plays, None for a person."""

    player: str
    name: str
    account: str | None
    entrant: int | None
    computer: str | None


class BoardGame(msgspec.Struct, frozen=True):
    """The game of a board as it stands. `came`: whether each side has been there."""

    round: int
    board: int
    game: str
    white_came: bool
    black_came: bool
    version: int
    plies: int
    result: str
    reason: str
    updated: float


class TooManyAnnounced(Exception):
    """A player has as many tournaments that are not over as allowed."""


class AnnouncedTournaments:
    """Every method raises StoreError, and then nothing was changed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._comings = Comings(self._note)

    # ---- looking -----------------------------------------------------------------------------------------------------

    async def plan(self, tournament: str) -> TournamentPlan | None:
        """The plan of a tournament; None if nobody has announced it."""
        query = select(*_PLAN, ANNOUNCED.c.held, ANNOUNCED.c.over).where(ANNOUNCED.c.tournament == tournament)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).mappings().first()
        return TournamentPlan(**row) if row else None

    async def open(self, limit: int = 50) -> Sequence[AnnouncedTournament]:
        """Tournaments that are to come or being played, the next one first."""
        query = _listed().where(~ANNOUNCED.c.over).order_by(ANNOUNCED.c.starts, TOURNAMENTS.c.id).limit(limit)
        return await self._listed(query)

    async def over_after(self, bookmark: Bookmark | None = None, limit: int = 50) -> Sequence[AnnouncedTournament]:
        """Tournaments that are over, the one that began last first: those after a bookmark, or the first ones."""
        query = _listed().where(ANNOUNCED.c.over).order_by(ANNOUNCED.c.starts.desc(), TOURNAMENTS.c.id).limit(limit)
        if bookmark:
            query = query.where(bookmark.following(ANNOUNCED.c.starts, TOURNAMENTS.c.id))
        return await self._listed(query)

    async def get(self, tournament: str) -> AnnouncedTournament | None:
        """A tournament as lists show it; None if nobody has announced it."""
        found = await self._listed(_listed().where(TOURNAMENTS.c.id == tournament))
        return next(iter(found), None)

    async def of_owner(self, owner: str, limit: int = 50) -> Sequence[AnnouncedTournament]:
        """The tournaments that a player has announced, the one that begins last first."""
        query = _listed().where(ANNOUNCED.c.owner == owner)
        return await self._listed(query.order_by(ANNOUNCED.c.starts.desc(), TOURNAMENTS.c.id).limit(limit))

    async def running(self, by: float) -> Sequence[str]:
        """The ids of the tournaments that are not over and have started by a moment (epoch seconds)."""
        return [row["tournament"] for row in await self._database.ask(_RUNNING, by=by)]

    async def versions(self, followed: Collection[str]) -> dict[str, int]:
        """The versions of the tournaments that are not over, and of some others."""
        query = (
            select(TOURNAMENTS.c.id, TOURNAMENTS.c.version)
            .join(ANNOUNCED, ANNOUNCED.c.tournament == TOURNAMENTS.c.id)
            .where(~ANNOUNCED.c.over | TOURNAMENTS.c.id.in_(followed))
        )
        async with self._database.reading() as connection:
            return {row.id: row.version for row in await connection.execute(query)}

    async def last_round(self, tournament: str) -> int:
        """The number of the last round that was paired."""
        query = select(TOURNAMENTS.c.rounds).where(TOURNAMENTS.c.id == tournament)
        async with self._database.reading() as connection:
            return await connection.scalar(query) or 0

    async def members(self, tournament: str) -> Sequence[JoinedPlayer]:
        """Who has joined, the first one first."""
        return await self._members(_members(tournament))

    async def entrants(self, tournament: str, numbers: Collection[int]) -> Sequence[JoinedPlayer]:
        """The members with some numbers who have not been deleted, the first one first."""
        return await self._members(_members(tournament).where(TOURNAMENT_PLAYERS.c.entrant.in_(numbers)))

    async def waiting(self, tournament: str) -> Sequence[JoinedPlayer]:
        """Who has joined and has not been taken, the first one first."""
        return await self._members(_members(tournament).where(TOURNAMENT_PLAYERS.c.entrant.is_(None)))

    async def membership(self, tournament: str, player: str) -> JoinedPlayer | None:
        """A player's membership of a tournament; None for somebody who has not joined."""
        found = await self._members(_members(tournament).where(TOURNAMENT_PLAYERS.c.player == player))
        return next(iter(found), None)

    async def open_boards(self, tournament: str, idle_since: float) -> Sequence[BoardGame]:
        """The games that are over and not entered, and those in which nobody has made a first move since a moment
        (epoch seconds), in the order of their ends."""
        table = TOURNAMENT_GAMES.c
        unbegun = (GAMES.c.plies < 2) & (GAMES.c.updated <= idle_since)
        query = (
            _boards()
            .where(table.tournament == tournament, ~table.entered, (GAMES.c.result != "*") | unbegun)
            .order_by(GAMES.c.updated, GAMES.c.id)
        )
        return await self._boards(query)

    async def boards(self, tournament: str, rounds: Collection[int]) -> Sequence[BoardGame]:
        """The games of some rounds."""
        table = TOURNAMENT_GAMES.c
        return await self._boards(_boards().where(table.tournament == tournament, table.round.in_(rounds)))

    async def on_show(self, tournament: str, first: int, most: int, since: float) -> tuple[int, Sequence[BoardGame]]:
        """How many boards are to be looked at now, and `most` of them by round and number, after the `first`: those of
        the last round; in an arena those that are not over, or have ended since a moment (epoch seconds)."""
        table = TOURNAMENT_GAMES.c
        here = table.tournament == tournament
        async with self._database.reading() as connection:
            system = select(TOURNAMENTS.c.system).where(TOURNAMENTS.c.id == tournament)
            if await connection.scalar(system) == "arena":
                which = here & ((GAMES.c.result == "*") | (GAMES.c.updated > since))
            else:
                which = here & (table.round == select(func.max(table.round)).where(here).scalar_subquery())
            total = await connection.scalar(_boards().with_only_columns(func.count()).where(which)) or 0
            some = _boards().where(which).order_by(table.round, table.board).offset(first).limit(most)
            return total, [BoardGame(**row) for row in (await connection.execute(some)).mappings()]

    async def of_game(self, game: str) -> tuple[str, str] | None:
        """The id and the name of the tournament of a game; None if it belongs to none."""
        found = await self._database.ask(_OF_GAME, game=game)
        return next(((row["id"], row["name"]) for row in found), None)

    async def calls(self, tournament: str, after: int) -> dict[str, str]:
        """The unfinished games of the rounds after `number`, by player."""
        table = TOURNAMENT_GAMES.c
        query = (
            select(SEATS.c.player, table.game)
            .join(SEATS, SEATS.c.game == table.game)
            .join(GAMES, GAMES.c.id == table.game)
            .where(table.tournament == tournament, table.round > after, ~table.entered, GAMES.c.result == "*")
        )
        async with self._database.reading() as connection:
            return {row.player: row.game for row in await connection.execute(query)}

    async def call_of(self, player: str) -> tuple[str, str] | None:
        """Tournament and id of a player's unfinished game of a round; None if there is none."""
        table = TOURNAMENT_GAMES.c
        query = (
            select(table.tournament, table.game)
            .join(SEATS, SEATS.c.game == table.game)
            .join(GAMES, GAMES.c.id == table.game)
            .where(SEATS.c.player == player, GAMES.c.result == "*", ~table.entered)
            .order_by(GAMES.c.created.desc())
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return (row.tournament, row.game) if row else None

    async def joined(self, player: str) -> Mapping[str, int | None]:
        """The tournaments that are not over and a player has joined, with the player's number in each."""
        table = TOURNAMENT_PLAYERS.c
        query = (
            select(table.tournament, table.entrant)
            .join(ANNOUNCED, ANNOUNCED.c.tournament == table.tournament)
            .where(table.player == player, ~ANNOUNCED.c.over)
        )
        async with self._database.reading() as connection:
            return {row.tournament: row.entrant for row in await connection.execute(query)}

    async def of_player(self, player: str) -> dict[str, str]:
        """The names of the tournaments that a player has joined, by their ids."""
        query = (
            select(TOURNAMENTS.c.id, TOURNAMENTS.c.name)
            .join(TOURNAMENT_PLAYERS, TOURNAMENT_PLAYERS.c.tournament == TOURNAMENTS.c.id)
            .where(TOURNAMENT_PLAYERS.c.player == player)
        )
        async with self._database.reading() as connection:
            return {row.id: row.name for row in await connection.execute(query)}

    async def _members(self, query: Select[Any]) -> Sequence[JoinedPlayer]:
        async with self._database.reading() as connection:
            return [JoinedPlayer(**row) for row in (await connection.execute(query)).mappings()]

    async def _boards(self, query: Select[Any]) -> Sequence[BoardGame]:
        async with self._database.reading() as connection:
            return [BoardGame(**row) for row in (await connection.execute(query)).mappings()]

    async def _listed(self, query: Select[Any]) -> Sequence[AnnouncedTournament]:
        async with self._database.reading() as connection:
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
        found = []
        for row in rows:
            plan = {name: row.pop(name) for name in TournamentPlan.__struct_fields__}
            joined = row.pop("joined")
            found.append(AnnouncedTournament(StoredTournament(**row), TournamentPlan(**plan), joined))
        return found

    # ---- changing ----------------------------------------------------------------------------------------------------

    async def announce(
        self, tournament: str, events: Sequence[Step], row: Row, plan: TournamentPlan, most: int
    ) -> None:
        """Stores a new tournament with its plan. Raises TooManyAnnounced if its owner has `most` that are not over,
        VersionConflict when that id is taken."""
        try:
            async with self._database.writing() as connection:
                # The player stays locked, so that another one that is announced at the same time counts this one.
                await lock_players(connection, [plan.owner] if plan.owner else [])
                if (await connection.scalar(_count_of(plan.owner)) or 0) >= most:
                    raise TooManyAnnounced
                await tournaments.add(connection, tournament, events, row)
                values = {"tournament": tournament, **msgspec.structs.asdict(plan)}
                await connection.execute(insert(ANNOUNCED), values)
        except IntegrityError:
            raise VersionConflict(tournament, 0) from None

    async def join(self, tournament: str, player: str, at: float) -> bool:
        """Lets a player wait for the tournament; returns whether the player had not joined before."""
        values = {"tournament": tournament, "player": player, "joined": at}
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(TOURNAMENT_PLAYERS).values(values))
                await record(connection, tournament, "joined", player, at)
        except IntegrityError:
            return False
        return True

    async def leave(self, tournament: str, player: str, at: float) -> bool:
        """Forgets a player whom the tournament has not taken; returns whether there was one."""
        table = TOURNAMENT_PLAYERS.c
        waits = (table.tournament == tournament) & (table.player == player) & table.entrant.is_(None)
        async with self._database.writing() as connection:
            left = bool((await connection.execute(delete(TOURNAMENT_PLAYERS).where(waits))).rowcount)
            if left:
                await record(connection, tournament, "left", player, at)
        return left

    async def remove(self, tournament: str, act: Act) -> bool:
        """Removes a tournament with its log, not the games that were begun in it; returns whether it was announced
        here. `act`: the operator's."""
        announced = select(ANNOUNCED.c.tournament).where(ANNOUNCED.c.tournament == tournament)
        async with self._database.writing() as connection:
            gone = await connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.id.in_(announced)))
            if gone.rowcount:
                await record_act(connection, act)
        return bool(gone.rowcount)

    async def hold(self, tournament: str, held: bool, by: str | None = None, at: float | None = None) -> None:
        """Lets the arbiter go on by hand, or the server by itself. `by`: the player who has asked for it, None for the
        server."""
        which = (ANNOUNCED.c.tournament == tournament) & (ANNOUNCED.c.held != held)
        async with self._database.writing() as connection:
            if (await connection.execute(update(ANNOUNCED).where(which).values(held=held))).rowcount:
                moment = time.time() if at is None else at
                await record(connection, tournament, "held" if held else "resumed", by, moment)

    async def missing(self, game: str) -> set[Color]:
        """The sides that have not come yet to a tournament's game; empty for other games."""
        found = await self._database.ask(_COMINGS, game=game)
        return {color for row in found for color in _COLORS if not row[f"{color}_came"]}

    async def came(self, game: str, colors: Collection[Color]) -> None:
        """Notes that players of a game of a tournament are there."""
        comings = [(game, color) for color in colors]
        if self._database.dialect == "sqlite":
            await self._comings.note(comings)
        else:
            await self._note(comings)

    async def _note(self, comings: Collection[Coming]) -> None:
        async with self._database.changing() as connection:
            for color, statement in _CAME.items():
                games = [{"came_to": game} for game, side in comings if side == color]
                if games:
                    await connection.execute(statement, games)

    async def append(self, tournament: str, version: int, happened: Sequence[Step], row: Row, parts: Parts) -> None:
        """All of `happened` after `version` with all that happens together with them, or nothing. Games whose players
        have been deleted do not begin. Raises VersionConflict when the log of the tournament, or of a game that ends,
        does not end where it should."""
        async with self._database.writing() as connection:
            await steps.append(connection, tournament, version, happened, row, parts)


_COLORS: tuple[Color, ...] = get_args(Color)
_CAME = {
    color: update(TOURNAMENT_GAMES)
    .where(TOURNAMENT_GAMES.c.game == bindparam("came_to"))
    .values({f"{color}_came": True})
    for color in _COLORS
}
_COMINGS = Prepared(
    select(TOURNAMENT_GAMES.c.white_came, TOURNAMENT_GAMES.c.black_came).where(TOURNAMENT_GAMES.c.game == value("game"))
)
_RUNNING = Prepared(select(ANNOUNCED.c.tournament).where(~ANNOUNCED.c.over, ANNOUNCED.c.starts <= value("by")))
_OF_GAME = Prepared(
    select(TOURNAMENTS.c.id, TOURNAMENTS.c.name)
    .join(TOURNAMENT_GAMES, TOURNAMENT_GAMES.c.tournament == TOURNAMENTS.c.id)
    .where(TOURNAMENT_GAMES.c.game == value("game"))
)


def _count_of(owner: str | None) -> Select[int]:
    """How many tournaments of a player are not over."""
    return select(func.count()).select_from(ANNOUNCED).where(ANNOUNCED.c.owner == owner, ~ANNOUNCED.c.over)


def _listed() -> Select[Any]:
    joined = (
        select(func.count())
        .select_from(TOURNAMENT_PLAYERS)
        .where(TOURNAMENT_PLAYERS.c.tournament == TOURNAMENTS.c.id)
        .scalar_subquery()
    )
    return select(TOURNAMENTS, *_PLAN, ANNOUNCED.c.held, ANNOUNCED.c.over, joined.label("joined")).join(
        ANNOUNCED, ANNOUNCED.c.tournament == TOURNAMENTS.c.id
    )


def _members(tournament: str) -> Select[Any]:
    table = TOURNAMENT_PLAYERS.c
    return (
        select(table.player, PLAYERS.c.name, PLAYERS.c.account, table.entrant, PLAYERS.c.computer)
        .join(PLAYERS, PLAYERS.c.id == table.player)
        .where(table.tournament == tournament)
        .order_by(table.joined, table.player)
    )


def _boards() -> Select[Any]:
    table = TOURNAMENT_GAMES.c
    games = GAMES.c
    return select(
        table.round,
        table.board,
        table.game,
        table.white_came,
        table.black_came,
        games.version,
        games.plies,
        games.result,
        games.reason,
        games.updated,
    ).join(GAMES, GAMES.c.id == TOURNAMENT_GAMES.c.game)
