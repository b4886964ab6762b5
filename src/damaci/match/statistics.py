"""Statistics of pairs of games: Elo with its interval, and the sequential test.

The two games of a pair have the same opening with colours swapped, so that an opening that favours a colour favours
neither engine. A pair has one of five scores: 0, ½, 1, 1½, 2 points of 2. All statistics here follow from the numbers
of pairs with each score.
"""

import math
from collections.abc import Sequence, Sized
from dataclasses import dataclass
from typing import Literal

from damaci.arguments import bad, expect_each, expect_number, expect_positive, expect_whole
from damaci.errors import BadArgument

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The first engine's share of a pair's points, from two losses to two wins."""
Z95 = 1.959964
"""The 97.5 % quantile of the normal distribution."""
LARGEST_ELO = 10_000
IMAGINED = 0.2
"""The part of an imagined pair that is added to each score, one pair in all, where the variance matters: a few pairs
with the same score prove nothing."""


@dataclass(frozen=True, slots=True)
class Elo:
    """How much stronger the first engine is, with the bounds of the 95 % interval. None: without bound."""

    value: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, pairs: Sequence[int]) -> "Elo":
        """The Elo from the number of pairs with each of the five scores, fewest points first. Raises BadArgument.

        The interval is the normal approximation with the imagined pair.

        >>> Elo.of([0, 0, 0, 0, 0])
        Elo(value=None, low=None, high=None)
        >>> print(Elo.of([10, 20, 40, 30, 20]))
        +44 [+7, +81]
        """
        _expect_pairs(pairs)
        count = sum(pairs)
        if not count:
            return cls(None, None, None)
        mean, variance = _moments([number + IMAGINED for number in pairs])
        margin = Z95 * math.sqrt(variance / (count + 1))
        return cls(elo_of(_moments(pairs)[0]), elo_of(mean - margin), elo_of(mean + margin))

    def __str__(self) -> str:
        return f"{_shown(self.value)} [{_shown(self.low)}, {_shown(self.high)}]"


def _shown(elo: float | None) -> str:
    if elo is None:
        return "?"
    return f"{elo:+.0f}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """The sequential probability ratio test: is the first engine stronger by elo1 or only by elo0? Each of the
    two errors has probability `error`.

    It is generalised to pairs as in the testing of chess engines: the ratio follows from the mean and the variance of
    the pairs' scores. Without the imagined pair, short matches would give wrong results more often than `error` allows.
    """

    elo0: float
    elo1: float
    error: float = 0.05

    def __post_init__(self) -> None:
        """Raises BadArgument unless elo0 is less than elo1 and the error is a probability below one half."""
        expect_number("elo0", self.elo0, -LARGEST_ELO, LARGEST_ELO)
        expect_number("elo1", self.elo1, -LARGEST_ELO, LARGEST_ELO)
        expect_positive("error", self.error, 0.49)
        if self.elo0 >= self.elo1:
            raise BadArgument(f"SPRT of {self.elo0:g} and {self.elo1:g}: expected the first to be less than the second")

    @property
    def bound(self) -> float:
        """The test ends when the ratio reaches this, or minus this."""
        return math.log((1 - self.error) / self.error)

    def llr(self, pairs: Sequence[int]) -> float:
        """The logarithm of the likelihood ratio of elo1 and elo0. Raises BadArgument."""
        _expect_pairs(pairs)
        count = sum(pairs)
        if not count:
            return 0.0
        mean, _ = _moments(pairs)
        _, variance = _moments([number + IMAGINED for number in pairs])
        score0 = expected_score(self.elo0)
        score1 = expected_score(self.elo1)
        return count * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)

    def state(self, pairs: Sequence[int]) -> Literal["running", "passed", "failed"]:
        """Whether the test has ended, in favour of elo1 (passed) or of elo0 (failed)."""
        llr = self.llr(pairs)
        if abs(llr) < self.bound:
            return "running"
        if llr > 0:
            return "passed"
        return "failed"


def expected_score(elo: float) -> float:
    """The expected share of points of an engine that is stronger by `elo`. Raises BadArgument.

    >>> expected_score(0), round(expected_score(200), 2)
    (0.5, 0.76)
    """
    return 1 / (1 + 10 ** (-expect_number("elo", elo, -LARGEST_ELO, LARGEST_ELO) / 400))


def elo_of(score: float) -> float | None:
    """The Elo difference with this expected share of points; None for 0 and 1. Raises BadArgument."""
    expect_number("score", score, -math.inf, math.inf)
    if 0 < score < 1:
        return -400 * math.log10(1 / score - 1)
    return None


def _expect_pairs(pairs: Sequence[int]) -> None:
    if not isinstance(pairs, Sized) or len(pairs) != len(PAIR_SCORES):
        raise bad("pairs", pairs, f"{len(PAIR_SCORES)} numbers from 0 on")
    for number in expect_each("pairs", pairs):
        expect_whole("a number of pairs", number, 0)


def _moments(pairs: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the pairs' scores."""
    count = sum(pairs)
    mean = sum(number * score for number, score in zip(pairs, PAIR_SCORES, strict=True)) / count
    return mean, sum(number * (score - mean) ** 2 for number, score in zip(pairs, PAIR_SCORES, strict=True)) / count
