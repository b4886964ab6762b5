"""A rating: how strong a player is, how certain that is, and how constant."""

from dataclasses import dataclass

from damaci.arguments import expect_kind, expect_number, expect_positive

PROVISIONAL_FROM = 110.0
"""The deviation from which a rating is provisional."""
FARTHEST = 10_000.0
"""No rating is farther from 0. Real ones are between 400 and 4000."""
MOST_VOLATILITY = 10.0


@dataclass(frozen=True, slots=True)
class Rating:
    """The known strength of a player. The defaults are those of a new player.

    >>> Rating()
    Rating(rating=1500.0, deviation=500.0, volatility=0.09)
    """

    rating: float = 1500.0
    """On the scale of Elo: 400 more are odds of ten to one."""
    deviation: float = 500.0
    """The standard deviation of the rating: the true one is within two of them with 95 % probability."""
    volatility: float = 0.09
    """How much the strength itself changes from one period to the next, in units of 173.7 rating points."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a value that is not a number or too large, and for a deviation or volatility that is
        not positive."""
        expect_number("rating", self.rating, -FARTHEST, FARTHEST)
        expect_positive("deviation", self.deviation, FARTHEST)
        expect_positive("volatility", self.volatility, MOST_VOLATILITY)

    @property
    def provisional(self) -> bool:
        """Whether too little is known for the rating to be taken seriously."""
        return self.deviation >= PROVISIONAL_FROM

    def moved_towards(self, other: "Rating", share: float) -> "Rating":
        """The rating that lies `share` (0 to 1) of the way from this one to another: a result that counts less than a
        whole game causes only this share of the change. Raises BadArgument.

        >>> Rating(1500, 100, 0.06).moved_towards(Rating(1520, 90, 0.06), 0.5)
        Rating(rating=1510.0, deviation=95.0, volatility=0.06)
        """
        expect_kind("other", other, Rating)
        expect_number("share", share, 0, 1)
        return Rating(
            _between(self.rating, other.rating, share),
            _between(self.deviation, other.deviation, share),
            _between(self.volatility, other.volatility, share),
        )


def _between(start: float, end: float, share: float) -> float:
    return start * (1 - share) + end * share
