"""Variety in games of the engine against itself: in the opening, one of the best moves is drawn by lot."""

import math
from collections.abc import Sequence
from random import Random

VARIED_PLIES = 14
"""Up to this ply a good move is drawn; from then on the best is played."""
LINES = 3
TEMPERATURE = 8
"""Centimen. A move that is worse by so much is drawn less often, by the factor e."""
TOLERANCE = 25
"""Centimen: as of a level."""


def lines_at(ply: int) -> int:
    """How many lines the engine searches at a ply."""
    return LINES if ply < VARIED_PLIES else 1


def draw(values: Sequence[int], random: Random) -> int:
    """The number of the move to be played of several, by their values in centimen, the best first."""
    odds = [math.exp((value - values[0]) / TEMPERATURE) * (values[0] - value <= TOLERANCE) for value in values]
    return random.choices(range(len(values)), odds)[0]
