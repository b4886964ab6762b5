"""Decides which move is right: a move that is better than every other by a man and a half. Advantages of more than four
men count as four."""

from damaci.engine import Analysis, Score

MOST = 400
"""Centimen: greater values count as this, because the game is won. See `lab.puzzles.solution.WINS`."""
GAP = 150
"""Centimen by which the right move is better than every other."""


def value(score: Score) -> int:
    """A score as centimen between -MOST and MOST."""
    return bounded(score.centimen)


def bounded(centimen: int) -> int:
    """The centimen, limited to between -MOST and MOST."""
    return max(-MOST, min(MOST, centimen))


def gap(analysis: Analysis) -> int:
    """Centimen by which the first of two lines is better than the second; 0 if there is no second line."""
    if len(analysis.lines) < 2:
        return 0
    best, second = (value(line.score) for line in analysis.lines[:2])
    return best - second


def is_clear(analysis: Analysis) -> bool:
    """Whether the move of the first of two lines is right."""
    return gap(analysis) >= GAP


def wins(score: Score) -> bool:
    """Whether the right move, which has this score, wins or is at least clearly ahead. Otherwise it saves a draw where
    every other move loses."""
    return value(score) >= GAP
