"""The kernel finds the weights of a position where lab/layout.py does."""

import os
import subprocess
import sys

import numpy as np

from damaci import RULESETS, _kernel
from lab import layout
from tests.lab.agreement import largest_difference, random_tables
from tests.support import ROOT

ROUNDING = 2.0
"""Two evaluations in whole centimen, each cut by less than one."""


def test_the_kernel_agrees() -> None:
    assert max(map(largest_difference, RULESETS)) < ROUNDING


def test_the_portable_kernel_agrees() -> None:
    command = [sys.executable, "-m", "tests.lab.agreement"]
    environment = os.environ | {"DAMACI_KERNEL": "baseline"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    build, *differences = done.stdout.split()
    assert build == "baseline"
    assert len(differences) == len(RULESETS)
    assert max(map(float, differences)) < ROUNDING


def test_weights_survive_the_way_into_tables() -> None:
    tables = random_tables()
    assert layout.tables(layout.weights(tables)) == tables


def test_what_does_not_fit_is_cut() -> None:
    weights = np.full((layout.PLACES, 2), 1e6)
    assert (layout.weights(layout.tables(weights)) == 32_767 / layout.UNIT).all()
    assert (layout.weights(layout.tables(-weights)) == -32_767 / layout.UNIT).all()


def test_the_kernel_has_as_many_places() -> None:
    board, turn = np.array([[1 << 8, 0, 1 << 55, 0]], np.uint64), np.array([True])
    _kernel.batch_evaluate("turkish", board, turn, random_tables())
