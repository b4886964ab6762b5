"""Glicko-2: how results change ratings, and how time makes them less certain.

After Mark Glickman, "Example of the Glicko-2 system" (2013, revised 2022). The letters in the code are those of the
paper: mu and phi are rating and deviation on an internal scale, of which 1 is 173.7178 points. The bounds are those of
Lichess.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from damaci.arguments import expect_each, expect_kind, expect_number, expect_positive
from damaci.rating.rating import FARTHEST, Rating
from damaci.rating.volatility import Evidence, new_volatility

SCALE = 173.7178
"""Rating points for 1 of the internal scale."""
CENTRE = 1500.0
LARGEST_TAU = 10.0
PERIODS_PER_DAY = 0.21436
"""With this value a deviation of 60 grows to 110 within a year, at a volatility of 0.06."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one game for a player's rating."""

    opponent: Rating
    """The opponent's rating before the game."""
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""

    def __post_init__(self) -> None:
        """Raises BadArgument for an opponent that is not a Rating or a score outside 0 to 1."""
        expect_kind("opponent", self.opponent, Rating)
        expect_number("score", self.score, 0, 1)


@dataclass(frozen=True, slots=True)
class Glicko2:
    """The system with its parameters.

    >>> glicko = Glicko2(tau=0.5)
    >>> results = [Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0), Result(Rating(1700, 300), 0)]
    >>> after = glicko.after(Rating(1500, 200, 0.06), results)
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)

    The paper has 1464.06, because it rounds on the way.
    """

    tau: float = 0.75
    """How fast volatilities change: 0.3 to 1.2."""
    least_deviation: float = 45.0
    most_deviation: float = 500.0
    most_volatility: float = 0.1
    """Beyond it a rating may never settle again."""
    most_change: float = 700.0
    """The most points by which one result changes a rating."""
    periods_per_day: float = PERIODS_PER_DAY

    def __post_init__(self) -> None:
        """Raises BadArgument for a parameter that is not positive, or deviations without room between them."""
        expect_positive("tau", self.tau, LARGEST_TAU)
        for name in ("most_volatility", "most_change", "periods_per_day"):
            expect_positive(name, getattr(self, name))
        expect_positive("most_deviation", self.most_deviation, FARTHEST)
        expect_positive("least_deviation", self.least_deviation, self.most_deviation)

    def after(self, rating: Rating, results: Sequence[Result], periods: float = 1.0) -> Rating:
        """The rating after a rating period with these results; without any, only the deviation grows.

        `periods` is the time that the results stand for: 1 is a whole period, as in the paper; 0 is a single game, for
        which `aged` has already counted the time. Raises BadArgument.
        """
        expect_kind("rating", rating, Rating)
        expect_number("periods", periods, 0, math.inf)
        for result in expect_each("results", results):
            expect_kind("a result", result, Result)
        if not results:
            return self._grown(rating, periods)
        phi = rating.deviation / SCALE
        evidence = _evidence(rating, results)
        sigma = min(self.most_volatility, new_volatility(phi, rating.volatility, evidence, self.tau))
        phi_star_squared = phi**2 + periods * sigma**2
        new_phi = 1 / math.sqrt(1 / phi_star_squared + 1 / evidence.variance)
        change = SCALE * new_phi**2 * evidence.surprise
        most = self.most_change * len(results)
        return Rating(rating.rating + max(-most, min(most, change)), self._bounded(new_phi * SCALE), sigma)

    def aged(self, rating: Rating, days: float) -> Rating:
        """The rating after a number of days without a game. Raises BadArgument.

        >>> round(Glicko2().aged(Rating(1700, 60, 0.06), days=365).deviation)
        110
        """
        expect_kind("rating", rating, Rating)
        expect_number("days", days, 0, math.inf)
        return self._grown(rating, days * self.periods_per_day)

    def game(self, first: Rating, second: Rating, score: float) -> tuple[Rating, Rating]:
        """Both ratings after one game in which the first player got `score`. Raises BadArgument.

        >>> winner, loser = Glicko2().game(Rating(), Rating(), score=1)
        >>> round(winner.rating), round(loser.rating)
        (1741, 1259)
        """
        return (
            self.after(first, [Result(second, score)], periods=0),
            self.after(second, [Result(first, 1 - score)], periods=0),
        )

    def _grown(self, rating: Rating, periods: float) -> Rating:
        phi = math.hypot(rating.deviation / SCALE, math.sqrt(periods) * rating.volatility)
        return replace(rating, deviation=self._bounded(phi * SCALE))

    def _bounded(self, deviation: float) -> float:
        return max(self.least_deviation, min(self.most_deviation, deviation))


def expected_score(player: Rating, opponent: Rating) -> float:
    """The expected share of points of a player against an opponent whose rating is uncertain.

    >>> round(expected_score(Rating(1500, 200), Rating(1400, 30)), 3)
    0.639
    """
    return 1 / (1 + math.exp(-_advantage(player, opponent)))


def _weight(opponent: Rating) -> float:
    """The paper's g: the weight of a result, which is smaller when the opponent's rating is less certain."""
    phi = opponent.deviation / SCALE
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _advantage(player: Rating, opponent: Rating) -> float:
    return _weight(opponent) * (player.rating - opponent.rating) / SCALE


def _evidence(rating: Rating, results: Sequence[Result]) -> Evidence:
    """The evidence of results about a player's strength."""
    information = 0.0
    surprise = 0.0
    for result in results:
        weight = _weight(result.opponent)
        # expected * (1 - expected), which would be 0 in floating point when the players are far apart.
        information += weight**2 / (2 + 2 * math.cosh(_advantage(rating, result.opponent)))
        surprise += weight * (result.score - expected_score(rating, result.opponent))
    return Evidence(1 / information, surprise)
