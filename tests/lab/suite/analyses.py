"""Analyses as a search would return them."""

from damaci import Analysis, Position
from damaci.engine import Line, Score

START = Position.start()
MOVES = START.legal_moves


def analysis(nodes: int, best: int, second: int, first: int = 0) -> Analysis:
    """An analysis with two lines of these centimen. The better line begins with the move of the number `first`."""
    other = (first + 1) % len(MOVES)
    lines = (Line(Score(cp=best), (MOVES[first],)), Line(Score(cp=second), (MOVES[other],)))
    return Analysis(START, 5, nodes, 0.1, lines)
