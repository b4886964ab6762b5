"""A step of a tournament on the server: its events, and the games that begin and end with them, in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import AnyEvent, Color
from damaci.store import tournaments
from damaci.store.appending import append_to, open_games
from damaci.store.pairings import names_of, take_seats, with_names
from damaci.store.schema import ANNOUNCED, TOURNAMENT_GAMES, TOURNAMENT_PLAYERS
from damaci.stored.tournaments import Row
from damaci.tournament.events import AnyEvent as Step


@dataclass(frozen=True)
class NewBoardGame:
    """A game that begins with a round."""

    round: int
    board: int
    game: str
    events: Sequence[AnyEvent]
    players: Mapping[Color, str]


@dataclass(frozen=True)
class EndedBoardGame:
    """A game that a step ends, by events after a version."""

    game: str
    version: int
    events: Sequence[AnyEvent]


@dataclass(frozen=True)
class Parts:
    """Changes to games and players that are stored together with the steps of a tournament."""

    begun: Sequence[NewBoardGame] = ()
    ended: Sequence[EndedBoardGame] = ()
    entered: Sequence[tuple[int, int]] = ()
    """Round and board of the games whose end the tournament now knows."""
    entrants: Mapping[str, int] = field(default_factory=dict)
    """The numbers of players whom the tournament takes."""
    entrants_left: int | None = None
    """The number of entrants left after steps were undone. The others wait again."""
    rounds_left: int | None = None
    """The number of rounds left after steps were undone. The games of the others no longer belong to the tournament."""
    held: bool | None = None
    over: bool | None = None


async def append(
    connection: AsyncConnection, tournament: str, version: int, happened: Sequence[Step], row: Row, parts: Parts
) -> None:
    """Appends to a tournament, with all that happens together with it, in the transaction of `connection`. Raises
    VersionConflict."""
    names = await _names(connection, parts.begun)
    await tournaments.append(connection, tournament, version, happened, row)
    await _undo(connection, tournament, parts)
    await _enter(connection, tournament, parts)
    await _begin(connection, tournament, parts.begun, names)
    for each in sorted(parts.ended, key=lambda ending: ending.game):
        await append_to(connection, each.game, each.version, each.events)
    await _plan(connection, tournament, parts)


async def _names(connection: AsyncConnection, begun: Sequence[NewBoardGame]) -> dict[str, str]:
    players = {player for each in begun for player in each.players.values()}
    return await names_of(connection, players) if players else {}


async def _undo(connection: AsyncConnection, tournament: str, parts: Parts) -> None:
    if parts.rounds_left is not None:
        table = TOURNAMENT_GAMES.c
        gone = (table.tournament == tournament) & (table.round > parts.rounds_left)
        await connection.execute(delete(TOURNAMENT_GAMES).where(gone))
    if parts.entrants_left is not None:
        players = TOURNAMENT_PLAYERS.c
        waiting = (players.tournament == tournament) & (players.entrant > parts.entrants_left)
        await connection.execute(update(TOURNAMENT_PLAYERS).where(waiting).values(entrant=None))


async def _enter(connection: AsyncConnection, tournament: str, parts: Parts) -> None:
    players = TOURNAMENT_PLAYERS.c
    which = (players.tournament == tournament) & (players.player == bindparam("who"))
    numbers = [{"who": player, "number": entrant} for player, entrant in parts.entrants.items()]
    if numbers:
        await connection.execute(update(TOURNAMENT_PLAYERS).where(which).values(entrant=bindparam("number")), numbers)
    games = TOURNAMENT_GAMES.c
    one = (games.tournament == tournament) & (games.round == bindparam("of")) & (games.board == bindparam("on"))
    boards = [{"of": round, "on": board} for round, board in parts.entered]
    if boards:
        await connection.execute(update(TOURNAMENT_GAMES).where(one).values(entered=True), boards)


async def _begin(
    connection: AsyncConnection, tournament: str, begun: Sequence[NewBoardGame], names: Mapping[str, str]
) -> None:
    whole = [each for each in begun if all(player in names for player in each.players.values())]
    if not whole:
        return
    await open_games(connection, {each.game: _with_names(each, names) for each in whole})
    await take_seats(connection, {each.game: each.players for each in whole})
    await connection.execute(insert(TOURNAMENT_GAMES), [_board(tournament, each) for each in whole])


def _board(tournament: str, begun: NewBoardGame) -> dict[str, object]:
    flags = {"white_came": False, "black_came": False, "entered": False}
    return {"tournament": tournament, "round": begun.round, "board": begun.board, "game": begun.game, **flags}


def _with_names(begun: NewBoardGame, names: Mapping[str, str]) -> Sequence[AnyEvent]:
    return with_names(begun.events, {color: names[player] for color, player in begun.players.items()})


async def _plan(connection: AsyncConnection, tournament: str, parts: Parts) -> None:
    values = {name: getattr(parts, name) for name in ("held", "over") if getattr(parts, name) is not None}
    if values:
        await connection.execute(update(ANNOUNCED).where(ANNOUNCED.c.tournament == tournament).values(values))
