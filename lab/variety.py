"""Variety in games of the engine against itself: in the opening, one of the best moves is drawn at random."""

import math
from collections.abc import Sequence
from random import Random

VARIED_PLIES = 14
"""Before this ply a good move is drawn at random; from then on the best move is played."""
LINES = 3
TEMPERATURE = 8
"""Centimen. A move that is worse by this amount is drawn less often by the factor e."""
TOLERANCE = 25
"""Centimen: a move that is worse than the best by more is never drawn."""


def lines_at(ply: int) -> int:
    """The number of lines that the engine searches at a ply."""
    return LINES if ply < VARIED_PLIES else 1


def draw(values: Sequence[int], random: Random) -> int:
    """Draws one of several moves and returns its index. `values` are their values in centimen, the best first."""
    odds = [math.exp((value - values[0]) / TEMPERATURE) * (values[0] - value <= TOLERANCE) for value in values]
    return random.choices(range(len(values)), odds)[0]
