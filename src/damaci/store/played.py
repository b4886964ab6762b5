"""The finished games of a player, as one line each: for results, openings, opponents and progress."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select

from damaci.game.outcome import Reason
from damaci.play.events import AnyEvent, Color, Moved
from damaci.store.database import Database
from damaci.store.players import PROGRAM
from damaci.store.rated_game import SCORES
from damaci.store.schema import EVENTS, GAMES, PLAYERS, SEATS
from damaci.stored.summary import Pace, Summary, summary

_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)
_other = SEATS.alias("other")
_first = EVENTS.alias("first")
_COUNTS = GAMES.c.result.in_(SCORES) & (GAMES.c.plies >= 2) & (GAMES.c.reason != Reason.ANNULLED.value)
"""Finished games in which both sides have moved and that nobody has annulled."""
_moved = EVENTS.alias("moved")
_SOON = 16
"""Events among which the first move is looked for: before it, both players may greet each other."""
_FIRST_MOVE = (
    select(func.min(_moved.c.version))
    .where(_moved.c.game == SEATS.c.game, _moved.c.version <= _SOON, _moved.c.event.startswith('{"event":"moved"'))
    .correlate(SEATS)
    .scalar_subquery()
)
_FEN = '"fen":'
"""Text in the first event of games that begin from their own position, and of no others."""


class PlayedGame(NamedTuple):
    """A finished game as one of its players sees it. `opponent` is the id of the other player, and `name` and `account`
    are that player's; all None against the engine and if that player has been deleted."""

    game: str
    color: Color
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    opening: Sequence[str]
    """The squares of the first move; empty if too much else happened before it, or the game did not begin from the
    start."""
    opponent: str | None
    name: str | None
    account: str | None


class Dated(NamedTuple):
    """A finished game of a ruleset as one of its players sees it: the score as above, when it ended (epoch seconds),
    the computer's level, empty against anybody else, and how fast it was."""

    game: str
    color: Color
    score: float
    at: float
    level: str
    speed: Pace


class PlayedGames:
    """Looks finished games up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: str, limit: int) -> Sequence[PlayedGame]:
        """The last finished games of a player in which both sides have moved, last changed first; annulled ones are
        left out. Raises StoreError."""
        query = (
            select(SEATS.c.game, SEATS.c.color, GAMES.c.result, EVENTS.c.event)
            .add_columns(PLAYERS.c.id, PLAYERS.c.name, PLAYERS.c.account, _first.c.event.contains(_FEN).label("set_up"))
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .join(EVENTS, (EVENTS.c.game == SEATS.c.game) & (EVENTS.c.version == func.coalesce(_FIRST_MOVE, 2)))
            .join(_first, (_first.c.game == SEATS.c.game) & (_first.c.version == 1))
            .outerjoin(_other, (_other.c.game == SEATS.c.game) & (_other.c.color != SEATS.c.color))
            .outerjoin(PLAYERS, PLAYERS.c.id == _other.c.player)
            .where(SEATS.c.player == player, _COUNTS)
            .order_by(GAMES.c.updated.desc(), GAMES.c.id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            PlayedGame(
                row.game,
                row.color,
                _score(row.color, row.result),
                () if row.set_up else _opening(row.event),
                row.id,
                row.name,
                row.account,
            )
            for row in rows
        ]

    async def dated(self, player: str, ruleset: str, limit: int) -> Sequence[Dated]:
        """The same games of a ruleset, for progress: last changed first. Raises StoreError."""
        query = (
            select(SEATS.c.game, SEATS.c.color, GAMES.c.result, GAMES.c.updated, GAMES.c.speed)
            .add_columns(GAMES.c.white_level, GAMES.c.black_level, PLAYERS.c.computer)
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .outerjoin(_other, (_other.c.game == SEATS.c.game) & (_other.c.color != SEATS.c.color))
            .outerjoin(PLAYERS, PLAYERS.c.id == _other.c.player)
            .where(SEATS.c.player == player, _COUNTS)
            .where(GAMES.c.ruleset == ruleset)
            .order_by(GAMES.c.updated.desc(), GAMES.c.id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_dated(row) for row in rows]

    async def summaries(self, player: str, limit: int) -> Sequence[tuple[Color, Summary]]:
        """The same games with all that lists show of them, and the player's side. Raises StoreError."""
        query = (
            select(SEATS.c.color, GAMES)
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .where(SEATS.c.player == player, _COUNTS)
            .order_by(GAMES.c.updated.desc(), GAMES.c.id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
        return [(row.pop("color"), summary(row)) for row in rows]


def _dated(row: Any) -> Dated:
    score = _score(row.color, row.result)
    return Dated(row.game, row.color, score, row.updated, _level(row), row.speed)


def _level(row: Any) -> str:
    """The level of the computer against which a game was played: one of the engine's seats, or one of the house."""
    level: str = row.black_level if row.color == "white" else row.white_level
    return level or (row.computer if row.computer and row.computer != PROGRAM else "")


def _score(color: Color, result: str) -> float:
    return SCORES[result] if color == "white" else 1 - SCORES[result]


def _opening(text: str) -> Sequence[str]:
    event = _decoder.decode(text)
    return event.path if isinstance(event, Moved) else ()
