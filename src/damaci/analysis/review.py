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
"""The nodes that the engine searches in a position: a game of 60 plies takes less than three seconds of processor
time."""
LONGEST = 5
"""The most plies of a better line that are given."""
MARKS = ((30, 4), (20, 2), (10, 6))
"""How much of the expected result a move gives away at least, in hundredths of a point, and its glyph, by PGN's numbers
for ??, ? and ?!."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of a position, and the assessment of the move that was played there."""

    score: Worth
    mark: int = 0
    """The glyph that the move gets; 0 if it is no mistake."""
    better: tuple[Move, ...] = ()
    """The line that would have been better, if the move is a mistake."""
    line: tuple[Move, ...] = ()
    """The best line in the position, as far as the engine sees."""
    lost: float = 0.0
    """How much of the expected result the move gives away, in hundredths of a point."""
    kind: str = ""
    """The MistakeKind of a mistake; empty for other moves."""


def positions(start: Game, moves: str) -> list[Game]:
    """The game at each of its positions, the start first.

    Moves after the end of a game, such as a draw, are played in a new game from there, as in an analysis.
    Raises DamaciError for moves that are not legal, and for invalid positions.
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
    """The score of a game that is over, for the side to move."""
    if outcome.winner is None:
        return Score(draw=True)
    if outcome.winner is turn:
        return Score(win=0)
    return Score(loss=0)


def judge(game: Game, lines: Sequence[Line], played: str, then: Judgement, *, exact: bool = False) -> Judgement:
    """Judges a move by the best lines. Its own score is that of its line if it is among them, otherwise that of the
    position after it (`then`). `exact`: the lines are from endgame tables."""
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
