"""The training of the network, and its evaluation by the kernel."""

import os
import subprocess
import sys

import numpy as np
import pytest

from damaci import RULESETS
from damaci.batch import Positions
from lab.network import PARAMETERS, UNITS, WEIGHT, Network, inputs
from tests.batch.games import random_positions
from tests.lab.agreement import MOST_CENTIMEN, K, by_numpy, largest_difference, random_tables
from tests.support import ROOT, require_module


def positions(ruleset: str = "turkish") -> Positions:
    return Positions.from_fens([position.fen for position in random_positions(ruleset, 200)], ruleset)


def test_the_kernel_agrees() -> None:
    assert max(map(largest_difference, RULESETS)) == 0


def test_the_portable_kernel_agrees() -> None:
    require_module("damaci._kernel_baseline", "make setup KERNELS=all")
    command = [sys.executable, "-m", "tests.lab.agreement"]
    environment = os.environ | {"DAMACI_KERNEL": "baseline"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["baseline", *["0"] * len(RULESETS)]


def test_random_tables_tell_positions_apart() -> None:
    assert by_numpy(random_tables(), positions()).std() > 50


def test_tables_are_the_network() -> None:
    batch = positions()
    initial = Network.initial(seed=2)
    exact = K * initial.logits(inputs(batch.for_mover().boards))
    assert np.abs(by_numpy(initial.tables(K), batch) - exact).max() < 2


@pytest.mark.parametrize("sign", [1, -1])
def test_what_does_not_fit_is_cut(sign: int) -> None:
    batch = positions()
    great = Network.of(np.full(PARAMETERS, 1e6, np.float32))
    great.output_weights[:] *= sign
    great.output_bias[:] *= sign
    found = batch.evaluate(great.tables(K))
    assert (found == by_numpy(great.tables(K), batch)).all()
    assert (found * sign == MOST_CENTIMEN).all()


def test_tables_that_could_not_be_counted_with() -> None:
    tables = bytearray(random_tables())
    tables[-2 * UNITS - 4 : -4] = np.full(UNITS, 600, WEIGHT).tobytes()
    with pytest.raises(ValueError, match="the weights are too great"):
        positions().evaluate(bytes(tables))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_both_sides_see_the_same(ruleset: str) -> None:
    batch = positions(ruleset)
    tables = random_tables()
    assert (batch.evaluate(tables) == batch.for_mover().evaluate(tables)).all()


def test_a_mirror_shows_the_other_half() -> None:
    batch = Positions.from_fens(["W:Wa2,Kc3:Bh7,b6", "W:Wh2,Kf3:Ba7,g6"], "turkish")
    seen = inputs(batch.boards)
    assert (inputs(batch.boards, mirrored=True) == seen[::-1]).all()
    assert seen.sum() == 8


def test_the_gradient_is_that_of_the_loss() -> None:
    initial = Network.initial(seed=3)
    random = np.random.default_rng(4)
    seen = inputs(positions().for_mover().boards)
    label = random.random(200).astype(np.float32)
    direction = random.normal(0, 1, PARAMETERS).astype(np.float32)
    above, below = (
        Network.of(initial.parameters + step * direction).gradient(seen, label)[0]
        for step in (np.float32(1e-3), np.float32(-1e-3))
    )
    assert np.isclose((above - below) / 2e-3, initial.gradient(seen, label)[1] @ direction, rtol=0.02)
