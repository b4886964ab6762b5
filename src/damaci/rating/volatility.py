"""The new volatility of Glicko-2: step 5 of Glickman's paper, which is solved by iteration."""

import math
from collections.abc import Callable
from dataclasses import dataclass

PRECISION = 1e-6
MOST_STEPS = 200
"""Iterations; a dozen are usual."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a period's results about a player's strength, on the internal scale."""

    variance: float
    """The paper's v: the variance of a rating from these results alone."""
    surprise: float
    """The weighted sum of the differences between results and expectations."""

    @property
    def improvement(self) -> float:
        """The paper's delta: how much stronger the player is by these results alone."""
        return self.variance * self.surprise


def new_volatility(phi: float, sigma: float, evidence: Evidence, tau: float) -> float:
    """The volatility after a period with these results, of a player with deviation `phi` and volatility `sigma`."""
    start = math.log(sigma**2)
    delta_squared = evidence.improvement**2
    known = phi**2 + evidence.variance

    def slope(x: float) -> float:
        """The paper's f, whose root is the solution."""
        exp = math.exp(x)
        total = known + exp
        return exp * (delta_squared - total) / (2 * total**2) - (x - start) / tau**2

    if delta_squared > known:
        other = math.log(delta_squared - known)
    else:
        other = _bracket(slope, start, tau)
    return math.exp(_root(slope, start, other) / 2)


def _bracket(slope: Callable[[float], float], start: float, tau: float) -> float:
    """A point below the start where the slope is positive again."""
    step = 1
    while slope(start - step * tau) < 0:
        step += 1
    return start - step * tau


def _root(slope: Callable[[float], float], a: float, b: float) -> float:
    """The point between a and b where the slope is 0, by the Illinois form of the false position method."""
    slope_a = slope(a)
    slope_b = slope(b)
    for _ in range(MOST_STEPS):
        if abs(b - a) <= PRECISION:
            break
        c = a + (a - b) * slope_a / (slope_b - slope_a)
        slope_c = slope(c)
        if slope_c * slope_b <= 0:
            a = b
            slope_a = slope_b
        else:
            slope_a /= 2
        b = c
        slope_b = slope_c
    return a
