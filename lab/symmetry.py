"""Which weights are the same one: the game looks the same from both sides, and mostly in a mirror.

From the other side, colours swapped and the board turned round, what was good is as bad. In a mirror it is as good; but a board of which
only the dark squares are used is another one in a mirror.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from damaci.rules.ruleset import Ruleset
from lab.layout import BALANCE, BALANCES, BLACK_KING, MORE, PATTERNS, PLACES, SQUARES, WHITE_KING, WINDOWS, Window

Image = NDArray[np.int64]
"""[PLACES]: for each place the one that it goes to."""


class Symmetry:
    """Of a ruleset: every weight is some parameter, or its negative, or always 0."""

    def __init__(self, ruleset: Ruleset) -> None:
        here, there = np.arange(PLACES), turned()
        images, signs = [here, there], [1.0, -1.0]
        if not ruleset.movement.dark_squares_only:
            mirror = mirrored()
            images, signs = [*images, mirror, mirror[there]], [*signs, 1.0, -1.0]
        orbits = np.stack(images)
        self._parameter = orbits.min(axis=0)
        self._sign = np.array(signs)[orbits.argmin(axis=0)]
        first = orbits == self._parameter
        torn = (first[1::2].any(axis=0)) & (first[::2].any(axis=0))  # as good as it is bad
        self._sign[torn] = 0.0

    def weights(self, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
        """[PLACES, k] weights from as many parameters, of which only those count at which an orbit begins."""
        return np.asarray(self._sign[:, None] * parameters[self._parameter])

    def parameters(self, of_weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """[PLACES, k]: from the derivatives by the weights those by the parameters."""
        return self._sum(self._sign[:, None] * of_weights)

    def counts(self, of_weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """[PLACES, k]: from how often the weights are met how often the parameters are."""
        return self._sum(np.abs(self._sign)[:, None] * of_weights)

    def _sum(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.stack([np.bincount(self._parameter, column, PLACES) for column in columns.T], axis=1)


def turned() -> Image:
    """As the other side sees it, which is as bad as it was good."""
    swap = np.array([0, 2, 1])
    men = _windows(
        lambda window: Window(8 - window.width - window.file, 8 - window.height - window.rank, window.width),
        lambda _, digits: swap[digits[:, ::-1]],
    )
    white, black, more, pairs = np.indices(BALANCES).reshape(4, -1)
    balance = BALANCE + np.ravel_multi_index((black, white, 2 * MORE - more, pairs), BALANCES)
    squares = np.arange(64)[::-1]
    return np.concatenate([men, balance, BLACK_KING + squares, WHITE_KING + squares])


def mirrored() -> Image:
    """Left and right exchanged."""
    men = _windows(
        lambda window: Window(8 - window.width - window.file, window.rank, window.width),
        lambda window, digits: digits.reshape(-1, window.height, window.width)[:, :, ::-1].reshape(-1, SQUARES),
    )
    squares = np.arange(64) ^ 7
    return np.concatenate([men, np.arange(BALANCE, WHITE_KING), WHITE_KING + squares, BLACK_KING + squares])


def _windows(move: Callable[[Window], Window], change: Callable[[Window, Image], Image]) -> Image:
    """Where patterns go when windows move and the squares in them change places, or colours."""
    powers = 3 ** np.arange(SQUARES)
    digits = np.arange(PATTERNS)[:, None] // powers % 3
    return np.concatenate([PATTERNS * WINDOWS.index(move(window)) + change(window, digits) @ powers for window in WINDOWS])
