"""How strong the levels are, on one scale: what `tools/ladder.py` measured between neighbours, added up."""

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
"""Elo by level, counted from casual, which was given 1643: a new player's 1500 lies in the middle of the lower
half."""
DEVIATION = 60.0
"""How sure that is: half of the measured intervals' width, for the levels that most people play."""
