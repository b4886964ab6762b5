"""The evaluation network in training (kernel/eval/network.hpp plays with it).

The network sees the board from the side to move. It has one input for each piece on each square, which is 1 if the
piece stands there. Each hidden unit sums its bias and the weights of its active inputs; the sum is clipped to between 0
and 1 and squared. The output is the logit of the probability that the side to move wins.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from damaci.batch import bits

INPUTS = 4 * 64
"""The men and kings of the side to move, then those of the opponent, each on 64 squares."""
UNITS = 128
"""Hidden units."""
SHAPES = ((INPUTS, UNITS), (UNITS,), (UNITS,), (1,))
SIZES = tuple(int(np.prod(shape)) for shape in SHAPES)
PARAMETERS = sum(SIZES)

HIDDEN_SCALE = 255
"""The kernel's integer for a hidden sum of 1."""
MAX_ACTIVATION = HIDDEN_SCALE**2 // 2
"""The kernel's integer for a hidden unit whose clipped sum is 1."""
OUTPUT_SHIFT = 16
"""The kernel's output is in units of 2 ** -OUTPUT_SHIFT centimen."""
WEIGHT = np.dtype("<i2")
BIAS = np.dtype("<i4")
MAX_WEIGHT = 1.9
"""Weights and biases of hidden units are clipped to this, so that the sum for a full board fits into WEIGHT."""
MAX_OUTPUT_WEIGHT = 500
MAX_OUTPUT_BIAS = 60_000_000
"""The largest quantized bias of the output. With it, the output of fully active units still fits into BIAS."""
TABLES = (INPUTS + 2) * UNITS * WEIGHT.itemsize + BIAS.itemsize
"""Size of the kernel's tables in bytes."""

Floats = NDArray[np.float32]


def inputs(boards: NDArray[np.uint64], mirrored: bool = False) -> Floats:
    """[n, INPUTS] for boards [n, 4] with White to move. `mirrored` exchanges left and right."""
    planes = bits.unpack(boards).reshape(-1, 4, 8, 8)
    if mirrored:
        planes = planes[:, :, :, ::-1]
    return np.ascontiguousarray(planes, np.float32).reshape(-1, INPUTS)


@dataclass(frozen=True, slots=True)
class Network:
    """The parameters. The arrays are views of `parameters`."""

    parameters: Floats
    """[PARAMETERS]"""
    weights: Floats
    """[INPUTS, UNITS]"""
    biases: Floats
    """[UNITS]"""
    output_weights: Floats
    """[UNITS]"""
    output_bias: Floats
    """[1]"""

    @classmethod
    def of(cls, parameters: Floats) -> Self:
        """A network that uses these parameters without copying them."""
        arrays = np.split(parameters, np.cumsum(SIZES)[:-1])
        return cls(parameters, *(array.reshape(shape) for array, shape in zip(arrays, SHAPES, strict=True)))

    @classmethod
    def initial(cls, seed: int) -> Self:
        """Random weights, and biases that make most units slightly active."""
        random = np.random.default_rng(seed)
        network = cls.of(np.zeros(PARAMETERS, np.float32))
        network.weights[:] = random.normal(0, 0.1, network.weights.shape)
        network.biases[:] = 0.3
        network.output_weights[:] = random.normal(0, 0.5 / np.sqrt(UNITS), UNITS)
        return network

    def logits(self, batch: Floats) -> Floats:
        """[n] for inputs [n, INPUTS]."""
        return self._output(self._hidden(batch))

    def gradient(self, batch: Floats, labels: Floats) -> tuple[float, Floats]:
        """The mean cross-entropy between the output and labels [n], and its derivative by each parameter."""
        hidden = self._hidden(batch)
        logits = self._output(hidden)
        by_logits = (1 / (1 + np.exp(-logits)) - labels) / np.float32(len(labels))
        by_sums = by_logits[:, None] * (2 * self.output_weights) * hidden * (hidden < 1)
        parts = (batch.T @ by_sums, by_sums.sum(axis=0), hidden.T**2 @ by_logits, by_logits.sum())
        return cross_entropy(logits, labels), np.concatenate([np.ravel(part) for part in parts])

    def _hidden(self, batch: Floats) -> Floats:
        return np.asarray(np.clip(batch @ self.weights + self.biases, 0, 1))

    def _output(self, hidden: Floats) -> Floats:
        return np.asarray(hidden**2 @ self.output_weights + self.output_bias)

    def tables(self, k: float) -> bytes:
        """The kernel's tables: the quantized parameters. `k` centimen are worth one unit of the logit."""
        unit = k * (1 << OUTPUT_SHIFT)
        weights = np.clip(self.weights, -MAX_WEIGHT, MAX_WEIGHT) * HIDDEN_SCALE
        biases = np.clip(self.biases, -MAX_WEIGHT, MAX_WEIGHT) * HIDDEN_SCALE
        output_weights = np.clip(self.output_weights * unit / MAX_ACTIVATION, -MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT)
        output_bias = np.clip(self.output_bias * unit, -MAX_OUTPUT_BIAS, MAX_OUTPUT_BIAS)
        quantized = [np.rint(array).astype(WEIGHT).tobytes() for array in (weights, biases, output_weights)]
        return b"".join([*quantized, np.rint(output_bias).astype(BIAS).tobytes()])


def cross_entropy(logits: Floats, labels: Floats) -> float:
    """The mean over all positions."""
    return float(np.mean(np.logaddexp(0, logits) - labels * logits, dtype=np.float64))
