"""What the endgame tables know of a position, told as if the engine had found it."""

from damaci.engine.analysis import Analysis, Line, Score
from damaci.game.game import Game
from damaci.tablebase import Probe, Tablebase, Terms

LONGEST = 12
"""Moves told of a line."""


def exact(game: Game, tablebase: Tablebase, count: int) -> Analysis | None:
    """The best `count` moves and how they end, to which depth 0 is given; None unless the tables know all that may be
    played.

    As always with tables, repetition and the counting of moves are left out of account."""
    if game.options.last_three_kings:
        return None
    tables = tablebase.usable(Terms.of(game.ruleset.name, game.endings))
    moves = tables.moves(game.position) if tables else {}
    if not tables or not moves:
        return None
    lines = [
        Line(_score(probe), (move, *tables.line(game.position.play(move), LONGEST - 1)))
        for move, probe in list(moves.items())[:count]
    ]
    return Analysis(game.position, 0, 0, 0.0, tuple(lines))


def _score(probe: Probe) -> Score:
    if probe.plies is None:
        return Score(draw=True)
    if probe.result > 0:
        return Score(win=probe.plies)
    return Score(loss=probe.plies)
