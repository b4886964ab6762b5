"""The review of a game: what each of its positions was worth, which moves were mistakes, and what was better."""

from collections.abc import Sequence
from dataclasses import dataclass

from damaci.analysis.kinds import kind_of
from damaci.analysis.worth import Worth, worth
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.engine.analysis import Line, Score
from damaci.game.game import Game
from damaci.game.outcome import Outcome

NODES = 150_000
"""How far the engine looks at a position: a game of 60 plies takes less than three seconds of processor time."""
LONGEST = 5
"""Plies of what was better."""
MARKS = ((30, 4), (20, 2), (10, 6))
"""How much a move gives away of what could be expected, in hundredths of a point, and the glyph for it, as PGN numbers
them: ??, ?, ?!."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a position is worth, and what is to be said of the move that was played there."""

    score: Worth
    mark: int = 0
    """The glyph that the move gets; 0 if it is no mistake."""
    better: tuple[Move, ...] = ()
    """What would have been better than a mistake, and how it goes on."""
    line: tuple[Move, ...] = ()
    """What is best in the position, as far as the engine sees."""
    lost: float = 0.0
    """What the move gives away of what could be expected, in hundredths of a point."""
    kind: str = ""
    """The Kind of a mistake."""


def positions(start: Game, moves: str) -> list[Game]:
    """The game at each of its positions, the start first.

    Where a game would have been drawn it goes on as a new one: so do moves that are tried in an analysis.
    Raises DamaciError for moves that are not legal, and for a position that is none.
    """
    game = start
    games = [game.copy()]
    for text in moves.split():
        move = game.position.parse_move(text)
        if game.outcome():
            fen = game.settle(game.position.play(move)).fen
            game = Game(game.ruleset, fen, game.endings, game.options)
        else:
            game.push(move)
        games.append(game.copy())
    return games


def ended(outcome: Outcome, turn: Color) -> Score:
    """How a game that is over stands for the side to move."""
    if outcome.winner is None:
        return Score(draw=True)
    if outcome.winner is turn:
        return Score(win=0)
    return Score(loss=0)


def judge(game: Game, lines: Sequence[Line], played: str, then: Judgement, *, exact: bool = False) -> Judgement:
    """Judges a move by the best lines and by what the position after it is worth, unless its own line tells that.
    `exact`: the lines are those of endgame tables."""
    position = game.position
    best = lines[0]
    score = worth(best.score, position.turn)
    own = next((line for line in lines if position.text(line.move) == played), None)
    if own is best:
        return Judgement(score, line=best.pv)
    lost = _lost(score, worth(own.score, position.turn) if own else then.score, position.turn)
    mark = next((glyph for least, glyph in MARKS if lost >= least), 0)
    if not mark:
        return Judgement(score, line=best.pv, lost=lost)
    kind = kind_of(position, position.parse_move(played), best.pv, then.line, exact=exact)
    return Judgement(score, mark, best.pv[:LONGEST], best.pv, lost, kind)


def _lost(before: Worth, after: Worth, turn: Color) -> float:
    return max(0.0, round(before.share_of(turn) - after.share_of(turn), 1))
