"""Choices and actions: a choice is the number of a move among the legal moves, an action its number among all pairs of
squares."""

import numpy as np
import pytest

from damaci import IllegalMove
from damaci.batch import ACTIONS, Positions
from tests.batch.games import random_positions

SHARED = "W:WKh8:Bc6,e6,h6,g5,e4"
"""Two captures here begin and end on the same squares."""


def test_actions_choose_moves() -> None:
    batch = Positions.of([position for position in random_positions("turkish", 300) if position.legal_moves])
    moves = batch.legal_moves()
    first = moves.offsets[:-1]
    last = moves.offsets[1:] - 1
    assert (moves.choose(moves.action[first]) == 0).all()
    assert (moves.action[first + moves.choose(moves.action[last])] == moves.action[last]).all()


def test_an_action_is_origin_and_target() -> None:
    moves = Positions.from_fens(["W:Wa2:Bh7"]).legal_moves()
    assert moves.action.tolist() == [8 * 64 + 9, 8 * 64 + 16]
    assert moves.choose([8 * 64 + 16]).tolist() == [1]


def test_of_captures_that_share_an_action_the_first_is_chosen() -> None:
    moves = Positions.from_fens([SHARED]).legal_moves()
    actions = moves.action.tolist()
    shared = next(action for action in actions if actions.count(action) == 2)
    assert moves.choose([shared]).tolist() == [actions.index(shared)]
    assert len({int(captured) for captured in moves.captured[moves.action == shared]}) == 2


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (8 * 64 + 24, "position 1: a2 to a4 is not legal there"),
        (ACTIONS, "position 1: action 4096 is none, expected 0 to 4095"),
        (-1, "position 1: action -1 is none"),
    ],
)
def test_an_action_that_is_not_legal(action: int, message: str) -> None:
    moves = Positions.from_fens(["W:Wa2:Bh7"] * 3).legal_moves()
    with pytest.raises(IllegalMove, match=message):
        moves.choose([8 * 64 + 9, action, 8 * 64 + 9])


def test_as_many_actions_as_positions() -> None:
    with pytest.raises(ValueError, match=r"actions is .*2.*: expected \[3\], one for each position"):
        Positions.start(3).legal_moves().choose(np.array([0, 0]))
