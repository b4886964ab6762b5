"""The review of a game: what each of its positions was worth, which moves were mistakes, and what was better."""

from collections.abc import Sequence
from itertools import islice

import msgspec

from damaci.analysis.tree import Branch, branch
from damaci.analysis.worth import Worth, worth
from damaci.board.color import Color
from damaci.board.position import Position
from damaci.engine.analysis import Line, Score
from damaci.game.game import Game
from damaci.game.outcome import Outcome
from damaci.notation.pdn import Node
from damaci.rules.options import Options

SECONDS = 0.25
"""How long the engine looks at a position."""
MEMORY_MEGABYTES = 16
LONGEST = 5
"""Plies of what was better."""
MARKS = ((30, 4), (20, 2), (10, 6))
"""How much a move gives away of what could be expected, in hundredths of a point, and the glyph for it, as PGN numbers
them: ??, ?, ?!."""


class Seen(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="seen", omit_defaults=True):
    """What is known of the position after so many plies, and of the move that was played there."""

    ply: int
    score: Worth
    mark: int = 0
    """The glyph that the move gets; 0 if it is no mistake."""
    better: list[Branch] = []
    """What would have been better than a mistake, and how it goes on."""


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
    return Score(win=0) if outcome.winner is turn else Score(loss=0)


def judged(ply: int, game: Game, lines: Sequence[Line], played: str, then: Worth) -> Seen:
    """What is to be said of a move, given the best lines and what the position after it is worth, unless its own line
    tells."""
    position, (best, *_) = game.position, lines
    own = next((line for line in lines if position.text(line.move) == played), None)
    score = worth(best.score, position.turn)
    mark = 0 if own is best else _mark(score, worth(own.score, position.turn) if own else then, position.turn)
    return Seen(ply=ply, score=score, mark=mark, better=_branches(position, best, game.options) if mark else [])


def _mark(before: Worth, after: Worth, turn: Color) -> int:
    lost = before.share - after.share if turn is Color.WHITE else after.share - before.share
    return next((glyph for least, glyph in MARKS if lost >= least), 0)


def _branches(position: Position, line: Line, options: Options) -> list[Branch]:
    branches = []
    for move in islice(line.pv, LONGEST):
        after = position.play(move).under(options)
        branches.append(branch(Node(position.with_path(move)), position, after))
        position = after
    return branches
