"""Estimates from a few games of a player: a mean with its interval, and how the means of other players are spread."""

import math
from collections.abc import Sequence

import msgspec

Z = 1.96
"""Standard deviations on each side of 95 % of a normal distribution."""


class Figure(msgspec.Struct, frozen=True):
    """A mean, and the interval in which the true one lies with a probability of about 95 %, in hundredths."""

    value: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """How the values of several players are spread: the least, the quartiles and the greatest."""

    least: float
    lower: float
    median: float
    upper: float
    greatest: float


def figure(games: Sequence[Sequence[float]]) -> Figure | None:
    """The mean of values from 0 to 1, which are grouped by game; None without any value.

    The interval is Wilson's, for the effective number of values: values of one game may be alike, and then they count
    as fewer. The interval is never narrower than that of as many independent yes-or-no answers with the same mean.

    >>> figure([[1, 0, 1, 1]])
    Figure(value=75.0, low=30.1, high=95.4)
    >>> figure([[1, 0, 1, 1]] * 100)
    Figure(value=75.0, low=70.5, high=79.0)
    """
    games = [game for game in games if game]
    number = sum(len(game) for game in games)
    if not number:
        return None
    mean = math.fsum(value for game in games for value in game) / number
    low, high = _wilson(mean, _worth(games, mean, number))
    return Figure(_hundredths(mean), _hundredths(low), _hundredths(high))


def spread(values: Sequence[float]) -> Spread:
    """How values are spread. Raises IndexError without any.

    >>> spread([5.0, 1.0, 2.0, 3.0, 4.0])
    Spread(least=1.0, lower=2.0, median=3.0, upper=4.0, greatest=5.0)
    """
    ordered = sorted(values)
    return Spread(*(_quantile(ordered, share) for share in (0, 0.25, 0.5, 0.75, 1)))


def _worth(games: Sequence[Sequence[float]], mean: float, number: int) -> float:
    """The effective number of values: how many independent yes-or-no answers would say as much. At most `number`."""
    independent = mean * (1 - mean) / number
    if len(games) < 2 or independent <= 0:
        return number
    squares = math.fsum((math.fsum(game) - len(game) * mean) ** 2 for game in games)
    by_games = squares * len(games) / (len(games) - 1) / number**2
    return number / max(1.0, by_games / independent)


def _wilson(mean: float, number: float) -> tuple[float, float]:
    middle = (mean + Z**2 / (2 * number)) / (1 + Z**2 / number)
    half = Z / (1 + Z**2 / number) * math.sqrt(mean * (1 - mean) / number + Z**2 / (4 * number**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return round(ordered[below] + (place - below) * (ordered[above] - ordered[below]), 1)


def _hundredths(value: float) -> float:
    return round(100 * value, 1)
