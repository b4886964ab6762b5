"""A puzzle against a person: one result of Glicko-2, worth less the more the theme gives away."""

from collections.abc import Mapping
from types import MappingProxyType

from damaci.puzzles.themes import Theme
from damaci.rating import Glicko2, Rating

PUZZLE_DEVIATION = 250.0
"""The deviation of a first rating, which nobody has tried yet."""
VOLATILITY = 0.09
GLICKO = Glicko2(tau=0.75)

Weights = tuple[float, float]
"""How much a success and a failure count."""
MIXED: Weights = (1.0, 1.0)
NEUTRAL: Weights = (0.7, 0.8)
HINTING: Weights = (0.2, 0.7)
OBVIOUS: Weights = (0.1, 0.4)

WEIGHTS: Mapping[Theme, Weights] = MappingProxyType(
    dict.fromkeys(
        (Theme.GIVE_ONE, Theme.GIVE_TWO, Theme.GIVE_THREE, Theme.GIVE_FOR_ALL, Theme.GIVE_FOR_DAMA, Theme.CATCH_DAMA),
        OBVIOUS,
    )
    | dict.fromkeys((Theme.KING_ENDING, Theme.MEN_ENDING), NEUTRAL)
)
"""The weights for what somebody chose to solve; themes that are not here give a hint."""


def weight(theme: Theme | None, solved: bool) -> float:
    """How much a result counts, from 0 to 1, for somebody who chose this theme, or none."""
    success, failure = MIXED
    if theme is not None:
        success, failure = WEIGHTS.get(theme, HINTING)
    if solved:
        return success
    return failure


def first_rating(rating: int) -> Rating:
    """The rating of a puzzle that nobody has tried."""
    return Rating(float(rating), PUZZLE_DEVIATION, VOLATILITY)


def contest(person: Rating, puzzle: Rating, solved: bool, theme: Theme | None = None) -> tuple[Rating, Rating]:
    """Both ratings after somebody has solved a puzzle, or failed. Who is provisional does not move a puzzle.

    >>> person, puzzle = contest(Rating(1500, 80), first_rating(1500), solved=True)
    >>> person.rating > 1500 > puzzle.rating
    True
    """
    share = weight(theme, solved)
    better, other = GLICKO.game(person, puzzle, float(solved))
    new_person = person.moved_towards(better, share)
    if person.provisional:
        return new_person, puzzle
    return new_person, puzzle.moved_towards(other, share)
