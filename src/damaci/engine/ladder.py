"""The strength of the levels on one scale: the sums of the differences that `tools/ladder.py` measured."""

from collections.abc import Mapping
from types import MappingProxyType

LADDER: Mapping[str, int] = MappingProxyType(
    {
        "beginner": 745,
        "easy": 1079,
        "casual": 1643,
        "medium": 2079,
        "club": 2537,
        "hard": 3049,
        "expert": 3329,
        "master": 3430,
    }
)
"""Elo by level. Casual was set to 1643, so that a new player's 1500 lies in the middle of the lower half; the others
are counted from it."""
DEVIATION = 60.0
"""How uncertain these are: half of the width of the measured intervals, for the levels that most people play."""
