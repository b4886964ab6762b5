"""Perft with a table, with threads, and of paths: every way gives the same counts."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import SQUARES
from damaci.errors import BadArgument, DamaciError
from damaci.rules import reference
from damaci.rules.catalogue import RULESETS
from damaci.rules.movement import Movement
from damaci.rules.steps import Board
from tests.board.samples import thrown
from tests.support import conformance_positions


def plain_paths(movement: Movement, board: Board, white: bool, depth: int) -> int:
    """Plays every capture chain, also if other chains lead to the same board."""
    if depth == 0:
        return 1
    chains = reference.legal_chains(movement, board, white)
    moves = [(chain.squares[0], chain.squares[-1], frozenset(chain.taken)) for chain in chains]
    each = moves or reference.moves(movement, board, white)
    return sum(plain_paths(movement, reference.play(board, move), not white, depth - 1) for move in each)


def crowned(random: Random, ruleset: str) -> Iterator[Position]:
    """Positions in which a king can capture several pieces."""
    while True:
        position = thrown(random, ruleset)
        pieces = position.pieces().values()
        few = all(sum(piece.color is color for piece in pieces) <= 16 for color in Color)
        if (
            few
            and position.must_capture > 1
            and any(position.piece_at(move.origin).king for move in position.legal_moves)
        ):  # type: ignore[union-attr]
            yield position


def several_ways(ruleset: str) -> list[Position]:
    """Positions of the conformance data in which a move has several paths."""
    lines = [line for line in conformance_positions() if line["ruleset"] == ruleset and line["kind"] == "multi-path"]
    return [Position.from_fen(line["fen"], ruleset) for line in lines]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_paths_against_the_reference(ruleset: str) -> None:
    more = 0
    for position in [*several_ways(ruleset), *islice(crowned(Random(5), ruleset), 60)]:
        board = position.plain_board()
        white = position.kernel.white_to_move
        counts = [position.perft(depth, paths=True) for depth in (0, 1, 2)]
        assert counts == [plain_paths(position.ruleset.movement, board, white, depth) for depth in (0, 1, 2)], position
        more += counts[1] > position.perft(1)
    assert more > 5


@pytest.mark.parametrize("ruleset", RULESETS)
def test_paths_with_threads_and_a_table(ruleset: str) -> None:
    for position in islice(crowned(Random(6), ruleset), 10):
        expected = position.perft(3, paths=True)
        assert position.perft(3, threads=2, paths=True) == expected
        assert position.perft(3, hash_megabytes=1, paths=True) == expected


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_table_changes_nothing(ruleset: str) -> None:
    """One table is far too small, with one thread and with three; the other is large enough."""
    position = Position.start(ruleset)
    plain = position.perft(6)
    assert [position.perft(6, threads, hash_megabytes=1) for threads in (1, 3)] == [plain, plain]
    assert position.perft(6, hash_megabytes=16) == plain


def test_known_counts() -> None:
    assert [Position.start().perft(depth) for depth in range(5)] == [1, 8, 64, 708, 7538]
    assert Position.start("world").perft(3, threads=2) == 11422
    assert Position.start().perft(9, 2, hash_megabytes=64) == 1_454_012_156
    assert Position.start().perft(7, paths=True) == 10_782_382


@pytest.mark.parametrize("wrong", [{"depth": -1}, {"threads": 0}, {"hash_megabytes": -1}])
def test_limits(wrong: dict[str, int]) -> None:
    [(name, number)] = wrong.items()
    with pytest.raises(DamaciError, match=f"{name} is {number}: expected a whole number from {number + 1} to"):
        Position.start().perft(**{"depth": 1} | wrong)


def test_too_large_a_table() -> None:
    with pytest.raises(BadArgument, match=r"hash_megabytes is 9223372036854775807: expected a whole number from 0 to"):
        Position.start().perft(4, hash_megabytes=(1 << 63) - 1)


def test_paths_in_a_crowd() -> None:
    crowd = Setup({square: Piece(Color.WHITE, king=True) for square in SQUARES[:17]}).position()
    assert crowd.perft(1) > 0
    with pytest.raises(DamaciError, match="neither side has more than 16 pieces"):
        crowd.perft(2, paths=True)
