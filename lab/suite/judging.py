"""Which move is right: one that is better than every other by a man and a half, where more than four men count as
four."""

from damaci.engine import Analysis, Score

MOST = 400
"""Centimen: greater values count as this, because the game is won. See `lab.puzzles.solution.WINS`."""
GAP = 150
"""Centimen by which the right move is better than every other."""
HOPE = 50
"""Centimen by which it is better already for a search as long as the shallow one."""


def value(score: Score) -> int:
    """Centimen between -MOST and MOST."""
    return bounded(score.centimen)


def bounded(centimen: int) -> int:
    """The same, of centimen."""
    return max(-MOST, min(MOST, centimen))


def gap(analysis: Analysis) -> int:
    """Centimen by which the first of two lines is better than the second; 0 if there is none."""
    if len(analysis.lines) < 2:
        return 0
    best, second = (value(line.score) for line in analysis.lines[:2])
    return best - second


def is_clear(analysis: Analysis) -> bool:
    """Whether the first of two lines is right."""
    return gap(analysis) >= GAP


def wins(score: Score) -> bool:
    """Whether the right move wins, or at least as much as decides; otherwise it saves what every other loses."""
    return value(score) >= GAP
