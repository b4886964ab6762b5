"""What the games of a round bring: results from the log, and losses of those who did not come."""

from dataclasses import dataclass

from damaci.play.ending import WIN
from damaci.play.events import Color, Ended, other
from damaci.store.announced import BoardGame
from damaci.store.tournament_steps import Ending
from damaci.tournament.decide import FORFEITS
from damaci.tournament.events import Result

BEGUN = 2
"""Plies from which both sides have come."""
RESULTS: dict[str, Result] = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2"}


@dataclass(frozen=True)
class Outcome:
    """The result of a board; `ending`: what has to be written to its game, if it still goes on."""

    board: BoardGame
    result: Result
    ending: Ending | None = None


def outcome(board: BoardGame, first: Color, at: float) -> Outcome:
    """What a board brings whose game is over, or in which a first move was waited for too long until the moment `at`
    (epoch seconds). `first`: the side that moves first in this ruleset."""
    if board.result != "*":
        return Outcome(board, RESULTS[board.result])
    to_move = first if board.plies == 0 else other(first)
    came = {"white": board.white_came, "black": board.black_came}
    both = board.plies == 0 and not came[other(to_move)]
    absent = "both" if both else to_move
    result = "1/2-1/2" if both else WIN[other(to_move)]
    ended = Ended(at=at, result=result, reason="abandoned")
    return Outcome(board, FORFEITS[absent], Ending(board.game, board.version, [ended]))
