"""Fits the weights: logistic regression on the result of each position's game and on what the search thought of it.

The chance that White wins is the logistic function of `scale / k * hand-made evaluation + the position's weights`. Scale and weights are
chosen so that the cross-entropy to `lam * result + (1 - lam) * logistic(search score / k)` is least, with a small price on every weight's
square.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import OptimizeResult, minimize, minimize_scalar
from scipy.sparse import coo_array, csr_array

from damaci import _kernel
from damaci.board.color import Color
from damaci.board.position import Position
from lab import layout
from lab.selection import Selected
from lab.symmetry import Symmetry

CHUNK = 1 << 16
"""Positions of one sparse matrix: a position takes about 160 bytes in it."""
CURVATURE = 0.12
"""About the mean second derivative of the loss by a position's logit. By it parameters are scaled, those often met and those seldom met
alike: without that the fit takes for ever."""
CORRECTIONS = 6
"""Steps of the past that the optimiser remembers."""
MOST_KINGS = 32
"""That a position has."""
BOUNDS = (0.2, 3.0)
"""Of the scale of the hand-made evaluation alone."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Settings:
    """Of a fit."""

    lam: float = 0.2
    """How much of the label is the game's result; the rest is the search's score."""
    k: float = 180.0
    """Centimen of the search's score that are worth one unit of the logistic function."""
    penalty: float = 2.0
    """The price of a weight's square, against a cross-entropy of 1 for one position: the fewer there are, the more it counts."""
    iterations: int = 80


@dataclass(frozen=True, slots=True)
class Losses:
    """Mean cross-entropies on the games held out."""

    hand_made: float
    """Of the hand-made evaluation alone, scaled as is best for it."""
    learned: float
    floor: float
    """Of the labels themselves: nothing is better."""


class Sample:
    """Positions ready to be learned from: everything seen from White."""

    def __init__(self, ruleset: str, positions: Selected, settings: Settings) -> None:
        boards = np.ascontiguousarray(positions["boards"])
        side = np.where(positions["white_to_move"], 1.0, -1.0)
        evaluated = _kernel.batch_evaluate(ruleset, boards, np.ascontiguousarray(positions["white_to_move"]), None)
        self.by_hand = side * evaluated / settings.k
        self.label = _label(positions["result"], side * positions["score"], settings)
        self.phase = layout.phase(boards, _pieces(ruleset))
        self._chunks = list(_matrices(boards))

    def __len__(self) -> int:
        return len(self.label)

    def logits(self, scale: float, weights: Floats) -> Floats:
        """[n] from weights [PLACES, 2]."""
        pairs = np.concatenate([np.empty((0, 2)), *(chunk @ weights for chunk in self._chunks)])
        return scale * self.by_hand + pairs[:, 0] * self.phase + pairs[:, 1] * (1 - self.phase)

    def by_weights(self, by_logits: Floats) -> Floats:
        """[PLACES, 2]: from the loss's derivatives by the logits those by the weights."""
        pairs = np.stack([by_logits * self.phase, by_logits * (1 - self.phase)], axis=1)
        found = np.zeros((layout.PLACES, 2))
        for i, chunk in enumerate(self._chunks):
            found += chunk.T @ pairs[i * CHUNK : (i + 1) * CHUNK]
        return found

    def loss(self, logits: Floats) -> float:
        """The mean cross-entropy."""
        return float(np.mean(np.logaddexp(0, logits) - self.label * logits))

    def loss_by_hand(self) -> float:
        """That of the hand-made evaluation alone."""
        best = minimize_scalar(lambda scale: self.loss(scale * self.by_hand), bounds=BOUNDS, method="bounded")
        return float(best.fun)

    def floor(self) -> float:
        """That of the labels themselves."""
        chance = np.clip(self.label, 1e-12, 1 - 1e-12)
        return float(np.mean(-chance * np.log(chance) - (1 - chance) * np.log(1 - chance)))


class Fit:
    """A fit under way. `point` is where it stands: [2 PLACES + 1], the scaled parameters and the scale of the hand-made evaluation."""

    def __init__(self, ruleset: str, positions: Selected, settings: Settings) -> None:
        held_out = positions["held_out"]
        self.settings, self._symmetry = settings, Symmetry(Position.start(ruleset).ruleset)
        self.sample, self.judge = Sample(ruleset, positions[~held_out], settings), Sample(ruleset, positions[held_out], settings)
        self._penalty = settings.penalty / max(len(self.sample), 1)
        share = self._symmetry.counts(self.sample.by_weights(np.ones(len(self.sample)))) / max(len(self.sample), 1)
        self._unit = 1 / np.sqrt(CURVATURE * share + 2 * self._penalty)
        self.point = np.append(np.zeros(2 * layout.PLACES), 1.0)
        self.iteration = 0

    def run(self, on_iteration: Callable[[float], None]) -> None:
        """Goes on from where it stands. `on_iteration` is told the loss; what it raises ends the fit, which then stands where it was."""

        def step(intermediate_result: OptimizeResult) -> None:
            self.point = np.array(intermediate_result.x)
            self.iteration += 1
            on_iteration(float(intermediate_result.fun))

        options = {"maxiter": self.settings.iterations - self.iteration, "maxcor": CORRECTIONS}
        if options["maxiter"] > 0:
            self.point = minimize(self._loss, self.point, jac=True, method="L-BFGS-B", callback=step, options=options).x

    def weights(self) -> Floats:
        """[PLACES, 2]: in centimen, beside the hand-made evaluation."""
        scale, weights = self._split(self.point)
        return weights * self.settings.k / scale

    def losses(self) -> Losses:
        """How good it is, on games that it has not seen."""
        judge = self.judge
        return Losses(judge.loss_by_hand(), judge.loss(judge.logits(*self._split(self.point))), judge.floor())

    def _split(self, point: Floats) -> tuple[float, Floats]:
        return float(point[-1]), self._symmetry.weights(point[:-1].reshape(-1, 2) * self._unit)

    def _loss(self, point: Floats) -> tuple[float, Floats]:
        """The loss and its derivatives."""
        sample, penalty = self.sample, self._penalty
        logits = sample.logits(*self._split(point))
        by_logits = (1 / (1 + np.exp(-logits)) - sample.label) / len(sample)
        parameters = point[:-1].reshape(-1, 2) * self._unit
        slope = (self._symmetry.parameters(sample.by_weights(by_logits)) + 2 * penalty * parameters) * self._unit
        loss = sample.loss(logits) + penalty * float((parameters**2).sum())
        return loss, np.append(slope, by_logits @ sample.by_hand)


def _label(result: NDArray[np.int8], score: Floats, settings: Settings) -> Floats:
    return settings.lam * (result + 1) / 2 + (1 - settings.lam) / (1 + np.exp(-score / settings.k))


def _pieces(ruleset: str) -> int:
    """With which a game begins."""
    start = Position.start(ruleset)
    return sum(start.men(color).bit_count() for color in Color)


def _matrices(boards: NDArray[np.uint64]) -> Iterator[csr_array]:
    """In each position's row a one at each place that it has. All share their ones."""
    ones = np.ones(min(CHUNK, len(boards)) * (layout.EVERYWHERE + MOST_KINGS))
    for begin in range(0, len(boards), CHUNK):
        yield _matrix(boards[begin : begin + CHUNK], ones)


def _matrix(boards: NDArray[np.uint64], ones: Floats) -> csr_array:
    everywhere, king_rows, kings = layout.places(boards)
    rows = np.concatenate([np.repeat(np.arange(len(boards), dtype=np.int32), layout.EVERYWHERE), king_rows])
    columns = np.concatenate([everywhere.ravel(), kings])
    matrix = coo_array((np.ones(len(rows), np.int8), (rows, columns)), shape=(len(boards), layout.PLACES)).tocsr()
    return csr_array((ones[: matrix.nnz], matrix.indices, matrix.indptr), shape=matrix.shape)
