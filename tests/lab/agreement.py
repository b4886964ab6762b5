"""Measures how far the kernel's network differs from NumPy's results for the same tables. test_network runs it for each
build."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from damaci import RULESETS, _kernel
from damaci.batch import Positions
from lab.network import BIAS, HIDDEN_SCALE, INPUTS, OUTPUT_SHIFT, UNITS, WEIGHT, Network, inputs
from tests.batch.games import random_positions

K = 180.0
MOST_CENTIMEN = 28_999
"""From this value on, the kernel's scores are proven ones."""


def random_tables(seed: int = 1) -> bytes:
    """Tables of a network whose weights are as large as those of a trained one, so that its units have all
    activities."""
    initial = Network.initial(seed)
    initial.weights[:] *= 4
    initial.output_weights[:] *= 4
    initial.output_bias[:] = -0.5
    return initial.tables(K)


def crowded(ruleset: str, count: int) -> list[str]:
    """FENs with kings only, from two to all squares."""
    random = Random(1)
    squares = [
        f"{file}{rank}"
        for file in "abcdefgh"
        for rank in range(1, 9)
        if ruleset != "bulgarian" or ("abcdefgh".index(file) + rank) % 2
    ]
    fens = []
    for i in range(count):
        chosen = random.sample(squares, random.randint(2, len(squares)))
        half = random.randint(1, len(chosen) - 1)
        white, black = (",".join(f"K{square}" for square in side) for side in (chosen[:half], chosen[half:]))
        fens.append(f"{'WB'[i % 2]}:W{white}:B{black}")
    return fens


def by_numpy(tables: bytes, positions: Positions) -> NDArray[np.int64]:
    """The value in centimen, for the side to move, that the kernel should compute for each position."""
    numbers = np.frombuffer(tables, WEIGHT, (INPUTS + 2) * UNITS).astype(np.int64)
    weights, biases, output_weights = np.split(numbers, [INPUTS * UNITS, (INPUTS + 1) * UNITS])
    sums = inputs(positions.for_mover().boards).astype(np.int64) @ weights.reshape(INPUTS, UNITS) + biases
    output_bias = int(np.frombuffer(tables[-BIAS.itemsize :], BIAS)[0])
    value = (np.clip(sums, 0, HIDDEN_SCALE) ** 2 // 2 @ output_weights + output_bias) >> OUTPUT_SHIFT
    return np.asarray(np.clip(value, -MOST_CENTIMEN, MOST_CENTIMEN))


def largest_difference(ruleset: str) -> int:
    fens = [position.fen for position in random_positions(ruleset, 600)] + crowded(ruleset, 200)
    positions = Positions.from_fens(fens, ruleset)
    tables = random_tables()
    return int(np.abs(positions.evaluate(tables) - by_numpy(tables, positions)).max())


if __name__ == "__main__":
    print(_kernel.BUILD, *(largest_difference(ruleset) for ruleset in RULESETS))
