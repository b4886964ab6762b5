"""Teaches the network: what each position's game came to, and what the search thought of it.

The mover's chance of winning is the logistic function of the network's logit. Its numbers are chosen so that the
cross-entropy to `lam * result + (1 - lam) * logistic(search score / k)` is least, by Adam (Kingma and Ba, 2015) over
small batches.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from damaci.batch import Positions
from damaci.board.position import Position
from lab.network import NUMBERS, Floats, Network, cross_entropy, inputs
from lab.selection import Selected, arrays

BATCH = 8192
"""Positions of a step."""
RATE, LAST_RATE = 3e-3, 1e-5
"""Of learning: from the first to the second along half a wave of the cosine."""
MEMORY, SQUARES_MEMORY, LEAST = 0.9, 0.999, 1e-8
"""Of Adam: of the slope, of its square, and what keeps from dividing by zero."""
BOUNDS = (0.2, 3.0)
"""Of the scale of the hand-made evaluation."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Of a fit."""

    lam: float = 0.2
    """How much of the label is the game's result; the rest is the search's score."""
    k: float = 180.0
    """Centimen of the search's score that are worth one unit of the logistic function."""
    epochs: int = 24
    """How often every position is seen."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Mean cross-entropies on the games held out."""

    hand_made: float
    """Of the hand-made evaluation alone, scaled as is best for it."""
    learned: float
    floor: float
    """Of the labels themselves: nothing is better."""


class Sample:
    """Positions ready to be learned from: everything seen from the side to move."""

    def __init__(self, ruleset: str, positions: Selected, settings: Settings) -> None:
        mover = np.where(positions["white_to_move"], 1, -1)
        self.label = _label(mover * positions["result"], positions["score"], settings)
        self._positions, self._k = Positions(*arrays(positions), ruleset).for_mover(), np.float32(settings.k)

    def __len__(self) -> int:
        return len(self.label)

    def parts(self, order: NDArray[np.intp], mirrored: bool = False) -> Iterator[tuple[Floats, Floats]]:
        """Inputs and labels of the positions in that order, so many at a time."""
        for begin in range(0, len(order), BATCH):
            part = np.sort(order[begin : begin + BATCH])
            yield inputs(self._positions.boards[part], mirrored), self.label[part]

    def loss(self, network: Network) -> float:
        """The mean cross-entropy."""
        parts = self.parts(np.arange(len(self)))
        return sum(cross_entropy(network.logits(seen), label) * len(label) for seen, label in parts) / len(self)

    def loss_by_hand(self) -> float:
        """That of the hand-made evaluation."""
        logits = self._positions.evaluate().astype(np.float32) / self._k
        best = minimize_scalar(lambda scale: cross_entropy(scale * logits, self.label), bounds=BOUNDS, method="bounded")
        return float(best.fun)

    def floor(self) -> float:
        """That of the labels themselves."""
        chance = np.clip(self.label.astype(np.float64), 1e-12, 1 - 1e-12)
        return float(np.mean(-chance * np.log(chance) - (1 - chance) * np.log(1 - chance)))


class Fit:
    """A fit under way. `point` is where it stands after `epoch` epochs: [3, NUMBERS], the network's numbers and what
    Adam remembers."""

    def __init__(self, ruleset: str, positions: Selected, settings: Settings) -> None:
        held_out = positions["held_out"]
        self.settings = settings
        self.sample, self.judge = (
            Sample(ruleset, positions[~held_out], settings),
            Sample(ruleset, positions[held_out], settings),
        )
        self.point = np.zeros((3, NUMBERS), np.float32)
        self.point[0] = Network.untaught(seed=0).numbers
        self.epoch = 0
        self._has_mirror = not Position.start(ruleset).ruleset.movement.dark_squares_only

    def run(self, on_epoch: Callable[[float], None]) -> None:
        """Goes on from where it stands. `on_epoch` is told the epoch's mean loss; what it raises ends the fit, which
        then stands there."""
        while self.epoch < self.settings.epochs:
            point, losses = self.point.copy(), list[float]()
            for step, (seen, label) in enumerate(self._parts(), self.epoch * self._steps + 1):
                losses.append(self._learn(point, step, seen, label))
            self.point, self.epoch = point, self.epoch + 1
            on_epoch(float(np.mean(losses)))

    def network(self) -> Network:
        """As it stands."""
        return Network.of(self.point[0])

    def losses(self) -> Losses:
        """How good it is, on games that it has not seen."""
        return Losses(self.judge.loss_by_hand(), self.judge.loss(self.network()), self.judge.floor())

    @property
    def _steps(self) -> int:
        """Of an epoch."""
        return -(-len(self.sample) // BATCH)

    def _parts(self) -> Iterator[tuple[Floats, Floats]]:
        """This epoch's: in an order by chance, every second time in a mirror."""
        order = np.random.default_rng(self.epoch).permutation(len(self.sample))
        return self.sample.parts(order, mirrored=self._has_mirror and self.epoch % 2 == 1)

    def _learn(self, point: Floats, step: int, seen: Floats, label: Floats) -> float:
        """Changes the point a little for the better, and returns what the loss was."""
        numbers, mean, square = point
        loss, slope = Network.of(numbers).slope(seen, label)
        mean += (1 - MEMORY) * (slope - mean)
        square += (1 - SQUARES_MEMORY) * (slope**2 - square)
        unbiased, squares = mean / (1 - MEMORY**step), square / (1 - SQUARES_MEMORY**step)
        numbers -= np.float32(self._rate(step)) * unbiased / (np.sqrt(squares) + LEAST)
        return loss

    def _rate(self, step: int) -> float:
        done = step / (self._steps * self.settings.epochs)
        return float(LAST_RATE + (RATE - LAST_RATE) * (1 + np.cos(np.pi * done)) / 2)


def _label(result: NDArray[np.int64], score: NDArray[np.int16], settings: Settings) -> Floats:
    chance = settings.lam * (result + 1) / 2 + (1 - settings.lam) / (1 + np.exp(-score / settings.k))
    return np.asarray(chance, np.float32)
