"""The values of a man and a king at each phase of the game, estimated from the results of games."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from damaci.batch import Positions
from lab.selection import Selected, arrays

PHASES = ((25, 32), (17, 24), (9, 16), (5, 8), (2, 4))
"""The smallest and largest number of pieces on the board in each phase."""
LEAST = 1_000
"""A phase with fewer positions is left out."""


@dataclass(frozen=True, slots=True)
class PieceValues:
    """The values at one phase: how much each adds to the logit of the expected score of the side to move."""

    phase: tuple[int, int]
    positions: int
    man: float
    king: float
    turn: float
    """The value of having the move."""

    def __str__(self) -> str:
        least, most = self.phase
        return (
            f"{least:2} to {most:2} pieces, {self.positions:9,} positions: man {self.man:.2f}, king {self.king:.2f}, "
            f"a king is worth {self.king / self.man:.1f} men, the move {self.turn / self.man:.2f} men"
        )


def piece_values(ruleset: str, positions: Selected) -> Iterator[PieceValues]:
    """The values at each phase that has enough positions, from the results of the games that went through them."""
    boards = Positions(*arrays(positions), ruleset).for_mover().boards
    counts = np.bitwise_count(boards).astype(np.float64)
    differences = counts[:, :2] - counts[:, 2:]
    mover = np.where(positions["white_to_move"], 1, -1)
    scores = (mover * positions["result"] + 1) / 2
    for phase in PHASES:
        least, most = phase
        among = (counts.sum(axis=1) >= least) & (counts.sum(axis=1) <= most)
        if among.sum() >= LEAST:
            yield PieceValues(phase, int(among.sum()), *_fit(differences[among], scores[among]))


def _fit(differences: NDArray[np.float64], scores: NDArray[np.float64]) -> tuple[float, float, float]:
    """Logistic regression of the scores [n] on the differences [n, 2] of men and of kings, and a constant."""
    inputs = np.column_stack([differences, np.ones(len(scores))])

    def loss(values: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logits = inputs @ values
        errors = 1 / (1 + np.exp(-logits)) - scores
        return float(np.mean(np.logaddexp(0, logits) - scores * logits)), inputs.T @ errors / len(scores)

    man, king, turn = minimize(loss, np.zeros(3), jac=True, method="L-BFGS-B").x
    return float(man), float(king), float(turn)
