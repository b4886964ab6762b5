"""Weights that the symmetry makes see the same game from both sides, and in a mirror where there is one."""

import numpy as np
import pytest

from damaci import RULESETS, Position
from damaci.batch import Positions
from lab import layout
from lab.symmetry import Symmetry, mirrored, turned
from tests.batch.games import random_positions
from tests.lab.agreement import by_numpy, crowded_with_kings

IMAGES = {"turned": turned, "mirrored": mirrored}


def symmetric_tables(ruleset: str) -> bytes:
    parameters = np.random.default_rng(1).normal(0, 100, (layout.PLACES, 2))
    return layout.tables(Symmetry(Position.start(ruleset).ruleset).weights(parameters))


def positions(ruleset: str) -> Positions:
    fens = [position.fen for position in random_positions(ruleset, 200)] + crowded_with_kings(ruleset, 100)
    return Positions.from_fens(fens, ruleset)


def in_a_mirror(batch: Positions) -> Positions:
    planes = batch.planes()[:, :, :, ::-1].reshape(-1, 4, 64)
    boards = np.packbits(planes, axis=2, bitorder="little").view("<u8").reshape(-1, 4)
    return Positions(boards, batch.white_to_move, batch.ruleset)


@pytest.mark.parametrize("name", IMAGES)
def test_twice_is_as_before(name: str) -> None:
    image = IMAGES[name]()
    assert (image[image] == np.arange(layout.PLACES)).all()
    assert (image != np.arange(layout.PLACES)).any()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_both_sides_see_the_same(ruleset: str) -> None:
    batch, tables = positions(ruleset), symmetric_tables(ruleset)
    assert np.allclose(by_numpy(batch, tables), by_numpy(batch.for_mover(), tables))
    assert np.abs(by_numpy(batch, tables)).max() > 100
    assert (batch.evaluate(tables) == batch.for_mover().evaluate(tables)).all()


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "bulgarian"])
def test_a_mirror_changes_nothing(ruleset: str) -> None:
    batch, tables = positions(ruleset), symmetric_tables(ruleset)
    assert np.allclose(by_numpy(batch, tables), by_numpy(in_a_mirror(batch), tables))


def test_where_only_dark_squares_are_used_left_and_right_differ() -> None:
    weights = layout.weights(symmetric_tables("bulgarian"))
    assert (weights[mirrored()] != weights).any(axis=1).mean() > 0.9


def test_derivatives_go_back_to_where_weights_came_from() -> None:
    symmetry, random = Symmetry(Position.start().ruleset), np.random.default_rng(2)
    parameters, by_weights = random.normal(size=(2, layout.PLACES, 2))
    assert np.isclose((symmetry.weights(parameters) * by_weights).sum(), (parameters * symmetry.parameters(by_weights)).sum())
