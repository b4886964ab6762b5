"""What the games of a round bring: results from the log, and losses of those who did not come."""

from dataclasses import dataclass
from typing import Literal

from damaci.play.ending import WIN
from damaci.play.events import Color, Ended, other
from damaci.play.events import Result as GameResult
from damaci.store.announced import BoardGame
from damaci.store.tournament_steps import EndedBoardGame
from damaci.tournament.decide import FORFEITS
from damaci.tournament.events import Result

BEGUN = 2
"""Plies from which both sides have come."""
RESULTS: dict[str, Result] = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2"}
_OF_GAMES: dict[Result, GameResult] = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "0-0": "1/2-1/2",
    "+/-": "1-0",
    "-/+": "0-1",
    "-/-": "1/2-1/2",
}
"""What a game is worth whose board has a result. A game that both have lost is a draw, in the game's own log."""


@dataclass(frozen=True)
class BoardOutcome:
    """The result of a board; `ending`: what has to be written to its game, if it still goes on."""

    board: BoardGame
    result: Result
    ending: EndedBoardGame | None = None


def outcome(board: BoardGame, first: Color, at: float) -> BoardOutcome:
    """What a board brings whose game is over, or in which a first move was waited for too long until the moment `at`
    (epoch seconds). `first`: the side that moves first in this ruleset."""
    if board.result != "*":
        return BoardOutcome(board, RESULTS[board.result])
    absent = _absent(board, first)
    result = "1/2-1/2" if absent == "both" else WIN[other(absent)]
    ended = Ended(at=at, result=result, reason="abandoned")
    return BoardOutcome(board, FORFEITS[absent], EndedBoardGame(board.game, board.version, [ended]))


def adjudication(board: BoardGame, result: Result, at: float) -> EndedBoardGame:
    """The end of a game that still goes on, when the arbiter enters the result of its board at the moment `at` (epoch
    seconds)."""
    reason = "abandoned" if result in FORFEITS.values() else "adjudicated"
    return EndedBoardGame(board.game, board.version, [Ended(at=at, result=_OF_GAMES[result], reason=reason)])


def _absent(board: BoardGame, first: Color) -> Color | Literal["both"]:
    """The side that has lost by forfeit: the one that has not come or, if both have, the one that has made no first
    move."""
    if board.plies:
        return other(first)
    if board.white_came and board.black_came:
        return first
    if board.white_came or board.black_came:
        return "black" if board.white_came else "white"
    return "both"
