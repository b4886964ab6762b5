"""The network that judges positions (kernel/eval/network.hpp), as it is while it learns.

It sees the board as the side to move does: an input for each piece on each square, 1 where it stands. A unit of the
hidden layer adds up its threshold and the weights of its inputs; the sum is cut to between 0 and 1, and its square
counts for the logit of the mover's chances.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from damaci.batch import bits

INPUTS = 4 * 64
"""The mover's men, his kings, the other side's men, its kings; each on each square as the mover counts them."""
UNITS = 128
SIZES = (INPUTS * UNITS, UNITS, UNITS, 1)
NUMBERS = sum(SIZES)
"""All that is learned."""
ONE, ACTIVE, OUTPUT_BITS = 255, 255 * 255 // 2, 16
"""In the kernel: a sum of 1, what a fully active unit counts, and the parts of a centiman that its output is in."""
WEIGHT, BIAS = np.dtype("<i2"), np.dtype("<i4")
MOST = 1.9
"""A weight of a piece is cut to this: with one on every square the sum still fits into WEIGHT."""
MOST_OUTPUT, MOST_BIAS = 500, 60_000_000
"""In the kernel: with all units fully active the sum still fits into BIAS."""
TABLES = (INPUTS + 2) * UNITS * WEIGHT.itemsize + BIAS.itemsize
"""Bytes of the kernel's tables."""

Floats = NDArray[np.float32]


def inputs(boards: NDArray[np.uint64], mirrored: bool = False) -> Floats:
    """[n, INPUTS] from boards [n, 4] on which White is to move; `mirrored`: left and right exchanged."""
    planes = bits.unpack(boards).reshape(-1, 4, 8, 8)
    return np.ascontiguousarray(planes[:, :, :, ::-1] if mirrored else planes, np.float32).reshape(-1, INPUTS)


@dataclass(frozen=True, slots=True)
class Network:
    """All that is learned; the arrays are parts of one."""

    numbers: Floats
    """[NUMBERS]: the others, one after the other."""
    pieces: Floats
    """[INPUTS, UNITS]"""
    threshold: Floats
    """[UNITS]"""
    output: Floats
    """[UNITS]"""
    bias: Floats
    """[1]"""

    @classmethod
    def of(cls, numbers: Floats) -> Self:
        """From all of its numbers, which it shares."""
        pieces, threshold, output, bias = np.split(numbers, np.cumsum(SIZES)[:-1])
        return cls(numbers, pieces.reshape(INPUTS, UNITS), threshold, output, bias)

    @classmethod
    def untaught(cls, seed: int) -> Self:
        """One that has learned nothing: weights by chance, most units a little active."""
        random = np.random.default_rng(seed)
        network = cls.of(np.zeros(NUMBERS, np.float32))
        network.pieces[:] = random.normal(0, 0.1, network.pieces.shape)
        network.threshold[:] = 0.3
        network.output[:] = random.normal(0, 0.5 / np.sqrt(UNITS), UNITS)
        return network

    def logits(self, seen: Floats) -> Floats:
        """[n] from inputs [n, INPUTS]."""
        return self._judge(self._active(seen))

    def slope(self, seen: Floats, label: Floats) -> tuple[float, Floats]:
        """The mean cross-entropy to labels [n], and its derivatives by all numbers."""
        active = self._active(seen)
        logits = self._judge(active)
        by_logits = (1 / (1 + np.exp(-logits)) - label) / np.float32(len(label))
        by_sums = by_logits[:, None] * (2 * self.output) * active * (active < 1)
        parts = (seen.T @ by_sums, by_sums.sum(axis=0), active.T**2 @ by_logits, by_logits.sum())
        return cross_entropy(logits, label), np.concatenate([np.ravel(part) for part in parts])

    def _active(self, seen: Floats) -> Floats:
        return np.asarray(np.clip(seen @ self.pieces + self.threshold, 0, 1))

    def _judge(self, active: Floats) -> Floats:
        return np.asarray(active**2 @ self.output + self.bias)

    def tables(self, k: float) -> bytes:
        """The kernel's tables, `k` centimen for a unit of the logit."""
        pieces, threshold = (np.clip(array, -MOST, MOST) * ONE for array in (self.pieces, self.threshold))
        unit = k * (1 << OUTPUT_BITS)
        output = np.clip(self.output * unit / ACTIVE, -MOST_OUTPUT, MOST_OUTPUT)
        bias = np.clip(self.bias * unit, -MOST_BIAS, MOST_BIAS)
        whole = [np.rint(array).astype(WEIGHT).tobytes() for array in (pieces, threshold, output)]
        return b"".join([*whole, np.rint(bias).astype(BIAS).tobytes()])


def cross_entropy(logits: Floats, label: Floats) -> float:
    """The mean."""
    return float(np.mean(np.logaddexp(0, logits) - label * logits, dtype=np.float64))
