"""Fits the network to recorded positions.

A position's label is the probability that the side to move wins: `lam * result + (1 - lam) * logistic(score / k)`, from
the game's result and the search's score. Training minimizes the mean cross-entropy between the labels and the network's
output with Adam (Kingma and Ba, 2015) in small batches.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from damaci.batch import Positions
from damaci.board.position import Position
from lab.network import PARAMETERS, Floats, Network, cross_entropy, inputs
from lab.selection import Selected, arrays

BATCH_SIZE = 8192
"""Positions of one step."""
FIRST_RATE = 3e-3
LAST_RATE = 1e-5
"""The learning rate falls from the first to the second value along half a cosine wave."""
BETA1 = 0.9
BETA2 = 0.999
EPSILON = 1e-8
"""Adam's constants, named as in the paper."""
SCALE_BOUNDS = (0.2, 3.0)
"""Limits of the factor by which the hand-made evaluation is scaled before it is compared."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a fit."""

    lam: float = 0.2
    """Weight of the game's result in the label. The search's score has the weight `1 - lam`."""
    k: float = 180.0
    """Centimen of the search's score that are worth one unit of the logit."""
    epochs: int = 24
    """Passes over all positions."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Mean cross-entropies on the games that were held out."""

    hand_made: float
    """The loss of the hand-made evaluation alone, with the best scale."""
    learned: float
    floor: float
    """Entropy of the labels: no evaluation can be below it."""


class Dataset:
    """Positions as inputs and labels, seen from the side to move."""

    def __init__(self, ruleset: str, positions: Selected, settings: Settings) -> None:
        mover = np.where(positions["white_to_move"], 1, -1)
        self.labels = _labels(mover * positions["result"], positions["score"], settings)
        self._positions = Positions(*arrays(positions), ruleset).for_mover()
        self._k = np.float32(settings.k)

    def __len__(self) -> int:
        return len(self.labels)

    def batches(self, order: NDArray[np.intp], mirrored: bool = False) -> Iterator[tuple[Floats, Floats]]:
        """Inputs and labels of BATCH_SIZE positions at a time, in this order."""
        for begin in range(0, len(order), BATCH_SIZE):
            part = np.sort(order[begin : begin + BATCH_SIZE])
            yield inputs(self._positions.boards[part], mirrored), self.labels[part]

    def loss(self, network: Network) -> float:
        """The network's mean cross-entropy."""
        total = 0.0
        for batch, labels in self.batches(np.arange(len(self))):
            total += cross_entropy(network.logits(batch), labels) * len(labels)
        return total / len(self)

    def hand_made_loss(self) -> float:
        """The mean cross-entropy of the hand-made evaluation, with the best scale."""
        logits = self._positions.evaluate().astype(np.float32) / self._k
        best = minimize_scalar(
            lambda scale: cross_entropy(scale * logits, self.labels), bounds=SCALE_BOUNDS, method="bounded"
        )
        return float(best.fun)

    def floor(self) -> float:
        """The mean entropy of the labels."""
        chance = np.clip(self.labels.astype(np.float64), 1e-12, 1 - 1e-12)
        return float(np.mean(-chance * np.log(chance) - (1 - chance) * np.log(1 - chance)))


class Fit:
    """A running fit. After `epoch` epochs, `state` [3, PARAMETERS] holds the network's parameters and Adam's first and
    second moments."""

    def __init__(self, ruleset: str, positions: Selected, settings: Settings) -> None:
        held_out = positions["held_out"]
        self.settings = settings
        self.training = Dataset(ruleset, positions[~held_out], settings)
        self.validation = Dataset(ruleset, positions[held_out], settings)
        self.state = np.zeros((3, PARAMETERS), np.float32)
        self.state[0] = Network.initial(seed=0).parameters
        self.epoch = 0
        self._has_mirror = not Position.start(ruleset).ruleset.movement.dark_squares_only

    def run(self, on_epoch: Callable[[float], None]) -> None:
        """Trains until `settings.epochs`. Calls `on_epoch` with the mean loss of each epoch; if that raises, the fit
        stops and keeps the state of that epoch."""
        while self.epoch < self.settings.epochs:
            state = self.state.copy()
            losses = [
                self._step(state, step, batch, labels)
                for step, (batch, labels) in enumerate(self._batches(), self.epoch * self._steps + 1)
            ]
            self.state = state
            self.epoch += 1
            on_epoch(float(np.mean(losses)))

    def network(self) -> Network:
        """The network with the current parameters."""
        return Network.of(self.state[0])

    def losses(self) -> Losses:
        """The losses on the games that were held out."""
        return Losses(self.validation.hand_made_loss(), self.validation.loss(self.network()), self.validation.floor())

    @property
    def _steps(self) -> int:
        """The number of steps in an epoch."""
        return -(-len(self.training) // BATCH_SIZE)

    def _batches(self) -> Iterator[tuple[Floats, Floats]]:
        """The batches of this epoch, in random order; in every second epoch they are mirrored."""
        order = np.random.default_rng(self.epoch).permutation(len(self.training))
        return self.training.batches(order, mirrored=self._has_mirror and self.epoch % 2 == 1)

    def _step(self, state: Floats, step: int, batch: Floats, labels: Floats) -> float:
        """One step of Adam, in place. Returns the loss before it."""
        parameters, first, second = state
        loss, gradient = Network.of(parameters).gradient(batch, labels)
        first += (1 - BETA1) * (gradient - first)
        second += (1 - BETA2) * (gradient**2 - second)
        unbiased_first = first / (1 - BETA1**step)
        unbiased_second = second / (1 - BETA2**step)
        parameters -= np.float32(self._rate(step)) * unbiased_first / (np.sqrt(unbiased_second) + EPSILON)
        return loss

    def _rate(self, step: int) -> float:
        """The learning rate of a step."""
        done = step / (self._steps * self.settings.epochs)
        return float(LAST_RATE + (FIRST_RATE - LAST_RATE) * (1 + np.cos(np.pi * done)) / 2)


def _labels(results: NDArray[np.int64], scores: NDArray[np.int16], settings: Settings) -> Floats:
    chance = settings.lam * (results + 1) / 2 + (1 - settings.lam) / (1 + np.exp(-scores / settings.k))
    return np.asarray(chance, np.float32)
