"""How far the kernel's evaluation by patterns is from what lab/layout.py makes of the same weights: run by test_layout for each build."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from damaci import RULESETS, _kernel
from damaci.batch import Positions
from lab import layout
from tests.batch.games import random_positions


def random_tables(seed: int = 1) -> bytes:
    return np.random.default_rng(seed).integers(-30_000, 30_000, (layout.PLACES, 2), layout.WEIGHT).tobytes()


def crowded_with_kings(ruleset: str, count: int) -> list[str]:
    """FENs with more kings than the tables tell apart."""
    random = Random(1)
    squares = [
        f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9) if ruleset != "bulgarian" or ("abcdefgh".index(file) + rank) % 2
    ]
    fens = []
    for i in range(count):
        chosen = random.sample(squares, random.randint(2, 14))
        half = random.randint(1, len(chosen) - 1)
        white, black = (",".join(f"K{square}" for square in side) for side in (chosen[:half], chosen[half:]))
        fens.append(f"{'WB'[i % 2]}:W{white}:B{black}")
    return fens


def by_numpy(positions: Positions, tables: bytes) -> NDArray[np.float64]:
    """[n]: what the weights add for the side to move, in centimen."""
    weights = layout.weights(tables)
    everywhere, rows, kings = layout.places(positions.boards)
    pairs = weights[everywhere].sum(axis=1)
    np.add.at(pairs, rows, weights[kings])
    start = Positions.start(1, positions.ruleset)
    phase = layout.phase(positions.boards, int(np.bitwise_count(start.boards).sum()))
    value = pairs[:, 0] * phase + pairs[:, 1] * (1 - phase)
    return np.where(positions.white_to_move, value, -value)


def largest_difference(ruleset: str) -> float:
    fens = [position.fen for position in random_positions(ruleset, 600)] + crowded_with_kings(ruleset, 200)
    positions, tables = Positions.from_fens(fens, ruleset), random_tables()
    by_kernel = positions.evaluate(tables) - positions.evaluate()
    return float(np.abs(by_kernel - by_numpy(positions, tables)).max())


if __name__ == "__main__":
    print(_kernel.BUILD, *(largest_difference(ruleset) for ruleset in RULESETS))
