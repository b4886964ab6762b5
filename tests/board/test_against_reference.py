"""Compares the kernel with the plain move generator in Python: a fault is found unless both have it."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given

from damaci.board.position import Position
from damaci.board.square import squares_of
from damaci.rules import reference
from damaci.rules.catalogue import RULESETS
from tests.board.samples import any_position, thrown, walk


def games(seed: int, ruleset: str) -> Iterator[Position]:
    """An endless series of positions from random games, of which one in four begins at the start."""
    random = Random(seed)
    while True:
        start = Position.start(ruleset) if random.random() < 0.25 else thrown(random, ruleset)
        yield from walk(random, start, plies=60)


def check(position: Position) -> None:
    movement = position.ruleset.movement
    board = position.plain_board()
    white = position.kernel.white_to_move
    kernel = [(origin, target, frozenset(squares_of(captured))) for origin, target, captured in position.kernel.moves()]
    expected = reference.moves(movement, board, white)
    assert len(kernel) == len(expected), position
    assert set(kernel) == expected, position
    for move in position.legal_moves[::8]:
        after = position.play(move).plain_board()
        assert after == reference.play(board, (move.origin, move.target, frozenset(move.captured))), (position, move)


def check_paths(position: Position) -> None:
    movement = position.ruleset.movement
    board = position.plain_board()
    white = position.kernel.white_to_move
    legal = [path for move in position.legal_moves if move.captured for path in position.paths(move, limit=100_000)]
    assert sorted(legal) == sorted(
        (chain.squares, chain.taken) for chain in reference.legal_chains(movement, board, white)
    )
    possible = position.all_captures(limit=100_000)
    assert sorted(possible) == sorted(
        (chain.squares, chain.taken) for chain in reference.chains(movement, board, white)
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_moves_of_random_games(ruleset: str) -> None:
    for position in islice(games(1, ruleset), 2_000):
        check(position)


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", RULESETS)
def test_moves_of_very_many_random_games(ruleset: str) -> None:
    for position in islice(games(2, ruleset), 100_000):
        check(position)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_paths_of_random_games(ruleset: str) -> None:
    for position in islice(games(3, ruleset), 300):
        check_paths(position)


@given(any_position)
def test_any_position(position: Position) -> None:
    check(position)
    check_paths(position)
