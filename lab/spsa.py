"""Simultaneous perturbation stochastic approximation (Spall, 1998): each step moves all numbers at once, and the result
of games between the two sides of the step says how to change them.

Step k moves each number by c / k ** GAMMA in a random direction and, on the other side, by as much in the opposite
direction. It compares both sides, and changes each number by a / (A + k) ** ALPHA times the result in its direction.
"""

import math
from dataclasses import dataclass
from random import Random

ALPHA = 0.602
GAMMA = 0.101
"""Exponents of the two sequences, as Spall advises."""
STABILITY = 0.1
"""A, as a share of all steps. It keeps the first steps from being much larger than later ones."""
LAST_RATE = 0.002
"""The change of the last step for one game won, as a multiple of the squared perturbation."""


@dataclass(frozen=True, slots=True)
class Range:
    """The values that a number can have."""

    lowest: int
    highest: int

    @property
    def perturbation(self) -> float:
        """How far the last step moves the number to either side."""
        return max(0.5, (self.highest - self.lowest) / 20)

    def clip(self, value: float) -> float:
        """The nearest value in the range."""
        return min(max(value, self.lowest), self.highest)


@dataclass(frozen=True, slots=True)
class Perturbation:
    """The two sides of a step."""

    step: int
    """From 1."""
    signs: dict[str, int]
    """1 or -1 for each number: the direction in which `plus` is moved."""
    plus: dict[str, int]
    minus: dict[str, int]


@dataclass(slots=True)
class Spsa:
    """A running optimization: the ranges, the number of steps, and the present values."""

    ranges: dict[str, Range]
    steps: int
    values: dict[str, float]

    def perturb(self, step: int, random: Random) -> Perturbation:
        """Two settings around the present values. They are whole numbers, rounded up or down at random."""
        signs = {name: random.choice((1, -1)) for name in self.ranges}
        plus, minus = (self._moved(step, signs, side, random) for side in (1, -1))
        return Perturbation(step, signs, plus, minus)

    def update(self, perturbation: Perturbation, result: int) -> None:
        """Changes the values by the result of the games: those won by `plus` minus those lost by it."""
        for name, sign in perturbation.signs.items():
            change = self._rate(name, perturbation.step) * self._distance(name, perturbation.step) * result * sign
            self.values[name] = self.ranges[name].clip(self.values[name] + change)

    def rounded(self) -> dict[str, int]:
        """The present values as whole numbers."""
        return {name: round(value) for name, value in self.values.items()}

    def _moved(self, step: int, signs: dict[str, int], side: int, random: Random) -> dict[str, int]:
        moved = {name: self.values[name] + side * sign * self._distance(name, step) for name, sign in signs.items()}
        return {name: int(self.ranges[name].clip(value) + random.random()) for name, value in moved.items()}

    def _distance(self, name: str, step: int) -> float:
        return self.ranges[name].perturbation * math.pow(self.steps / step, GAMMA)

    def _rate(self, name: str, step: int) -> float:
        """The change for one game won, as a multiple of the step's distance."""
        stability = STABILITY * self.steps
        falling = math.pow((stability + self.steps) / (stability + step), ALPHA)
        return LAST_RATE * falling * (self.ranges[name].perturbation / self._distance(name, step)) ** 2
