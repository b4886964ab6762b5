"""First ratings: of people, about whom nothing is known, and of the computer's levels, whose strength was measured."""

from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from types import MappingProxyType

from damaci.rating.rating import Rating
from damaci.rating.standing import Standing

GAINS: Mapping[str, int] = MappingProxyType(
    {
        "beginner": 0,
        "easy": 334,
        "casual": 564,
        "medium": 436,
        "club": 458,
        "hard": 512,
        "expert": 280,
        "master": 101,
    }
)
"""The Elo by which each level was stronger than the one before it: docs/08-engine.md, "The levels, measured"."""
SHARE = 0.5
"""The share of these differences that is expected against people. A level loses nearly always to the next one, which
sees one move farther, but the difference is smaller against other opponents."""
MIDDLE = "medium"
"""The level that is expected to be as strong as a new player."""
DEVIATION = 250.0
"""The deviation of these ratings: they are provisional until people have played against the level."""


def first_standing(computer: str | None) -> Standing:
    """The standing of a player without rated games. `computer`: the name of the level if the player is the computer.

    >>> first_standing(None).rating.rating, first_standing("master").rating.rating
    (1500.0, 2180.0)
    """
    if computer is None or computer not in GAINS:
        return Standing()
    return Standing(Rating(_expected()[computer], DEVIATION))


@cache
def _expected() -> Mapping[str, float]:
    """The rating of each level, in tens."""
    sums = dict(zip(GAINS, accumulate(GAINS.values()), strict=True))
    middle = Rating().rating
    return {level: 10.0 * round((middle + SHARE * (gain - sums[MIDDLE])) / 10) for level, gain in sums.items()}
