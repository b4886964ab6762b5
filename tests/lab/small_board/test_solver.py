"""The program has the moves of the reference generator, and finds the outcomes that a plain solver finds with it."""

from collections.abc import Callable
from random import Random

import pytest

from damaci.rules import reference
from damaci.rules.steps import Piece
from lab.errors import LabError
from lab.small_board.board import SmallBoard
from lab.small_board.solver import READINGS, Move, compiled
from tests.lab.small_board.plain import MOVEMENT, Plain, large, small

Bound = Callable[[SmallBoard], None]
Sets = tuple[int, int, int]


def drawn(board: SmallBoard, random: Random) -> Sets:
    """Pieces on squares drawn at random: the side to move, the enemy, kings of both."""
    squares = random.sample(range(board.files * board.ranks), random.randint(2, 9))
    own = sum(1 << square for square in squares if random.random() < 0.4)
    enemy = sum(1 << square for square in squares) & ~own
    kings = sum(1 << square for square in squares if random.random() < 0.4)
    last = ((1 << board.files) - 1) << board.files * (board.ranks - 1)
    return own, enemy, kings | (own & last) | (enemy & ((1 << board.files) - 1))


def expected(board: SmallBoard, sets: Sets) -> set[Move]:
    own, enemy, kings = sets
    pieces = {
        large(board, square): Piece(bool(own >> square & 1), bool(kings >> square & 1))
        for square in range(board.files * board.ranks)
        if (own | enemy) >> square & 1
    }
    return {
        (small(board, first), small(board, last), sum(1 << small(board, square) for square in captured))
        for first, last, captured in reference.moves(MOVEMENT, pieces, True)
    }


@pytest.mark.parametrize("size", [(4, 4), (4, 6), (3, 7), (8, 3)])
def test_moves(size: tuple[int, int], bounded: Bound) -> None:
    board = SmallBoard(*size)
    bounded(board)
    random = Random(str(size))
    positions = [drawn(board, random) for _ in range(2_000)]
    with compiled(board) as solver:
        found = solver.moves(positions)
    for sets, moves in zip(positions, found, strict=True):
        assert moves == expected(board, sets), sets


@pytest.mark.parametrize(("size", "names"), [((4, 4), "a2,b2,c2,d2"), ((3, 4), "a1,b1"), ((2, 6), "a2,b2")])
def test_outcomes(size: tuple[int, int], names: str, bounded: Bound) -> None:
    board = SmallBoard(*size)
    bounded(board)
    plain = Plain(board, board.start(names))
    plain.reach()
    with compiled(board) as solver:
        solved = solver.solve(plain.men)
    assert solved.positions == len(plain.after)
    for reading in READINGS:
        outcomes = plain.outcomes(reading)
        result = solved.results[reading]
        won = [plies for plies in outcomes.values() if plies % 2]
        assert (result.won, result.lost) == (len(won), len(outcomes) - len(won))
        assert result.drawn == len(plain.after) - len(outcomes)
        assert result.longest == max(won)
        plies = outcomes.get(plain.start)
        told = "draw" if plies is None else f"{['loss', 'win'][plies % 2]} in {plies}"
        assert result.start == told


def test_an_unsolved_board(tmp_path_factory: pytest.TempPathFactory) -> None:
    with compiled(SmallBoard(8, 4)) as solver, pytest.raises(LabError, match="was not solved"):
        solver.solve(1)


def test_a_compiler_that_does_not_compile_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "false")
    with pytest.raises(LabError, match=r"false could not compile solver.cpp"), compiled(SmallBoard(4, 4)):
        pass
