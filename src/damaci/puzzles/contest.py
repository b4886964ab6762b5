"""An attempt at a puzzle as a game of Glicko-2 between person and puzzle. The more the chosen theme gives away, the
less the result counts."""

from collections.abc import Mapping
from types import MappingProxyType

from damaci.puzzles.themes import Theme
from damaci.rating import Glicko2, Rating

PUZZLE_DEVIATION = 250.0
"""The deviation of the first rating of a puzzle, before anybody has tried it."""
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
"""The weights for a chosen theme. Themes that are not here have the weights HINTING."""


def weight(theme: Theme | None, solved: bool) -> float:
    """How much a result counts, from 0 to 1, when this theme was chosen; None: no theme was chosen."""
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
    """Both ratings after a person has solved a puzzle or failed. A person with a provisional rating does not change the
    puzzle's rating.

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
