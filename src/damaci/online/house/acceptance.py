"""What the house's players agree to, and who of them comes to play: pure."""

from collections.abc import Collection, Mapping

from damaci.online.terms import GameTerms
from damaci.rating.speed import MOVES

LEAST_SECONDS = 60.0
"""The least expected time of a side, increments included: a computer that shares its processor with others must not
lose by the clock alone."""
UNKNOWN = 1250.0
"""The strength for somebody who has no rating: not too hard for a first game."""


def refusal(terms: GameTerms) -> str:
    """The code of the reason why no computer plays on these terms; empty if one does.

    Without a clock a game would never end if the other player did not come back.

    >>> refusal(GameTerms())
    'computer-needs-clock'
    """
    if terms.clock is None:
        return "computer-needs-clock"
    if terms.clock.base + MOVES * terms.clock.increment < LEAST_SECONDS:
        return "computer-needs-time"
    return ""


def nearest(ratings: Mapping[str, float], busy: Collection[str], rating: float | None) -> str | None:
    """The player nearest in strength to a rating among those who are not busy; None if all are busy. `ratings`: of each
    of them, by id.

    >>> nearest({"a": 1000, "b": 1500}, busy=(), rating=1400), nearest({"a": 1000, "b": 1500}, busy=["b"], rating=1400)
    ('b', 'a')
    """
    wanted = UNKNOWN if rating is None else rating
    free = [each for each in ratings if each not in busy]
    return min(free, key=lambda each: abs(ratings[each] - wanted), default=None)
