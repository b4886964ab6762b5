"""Solutions: the solver's moves, and only these, have no alternative, and the last of them is a choice between several
moves."""

import pytest

from damaci.board.position import Position
from damaci.engine import Engine
from lab.puzzles.solution import Solver, goal_of


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(Engine(4), nodes=8_000)


def test_a_solution_ends_with_the_last_choice(solver: Solver) -> None:
    solution = solver.solve(Position.from_fen("B:WKe8,c2,Kb1:Bb6,Kh5,a3"))
    assert solution
    assert [*map(str, solution.moves)] == ["h5-h8", "b1xb8", "h8xc8xa8"]
    assert (solution.goal, solution.choices, solution.is_trivial) == ("win", (0, 2), False)
    assert solution.effort.nodes < 8_000


def test_where_two_moves_win_there_is_none(solver: Solver) -> None:
    assert solver.solve(Position.from_fen("W:WKa1,Kb1,Kc1:Bh5")) is None


def test_where_nothing_wins_there_is_none(solver: Solver) -> None:
    assert solver.solve(Position.start()) is None


def test_a_single_move_is_trivial(solver: Solver) -> None:
    solution = solver.solve(Position.from_fen("W:Wc4,d4,e4,a2:Be6,g4,h5,h7,g8"))
    assert solution is None or solution.is_trivial


def test_a_solution_is_cut_where_it_differs_from_the_one_found_before(solver: Solver) -> None:
    position = Position.from_fen("B:WKe8,c2,Kb1:Bb6,Kh5,a3")
    found = solver.solve(position)
    assert found
    again = solver.solve(position, found.moves)
    assert again
    assert again.moves == found.moves
    other = next(move for move in position.legal_moves if move != found.moves[0])
    assert solver.solve(position, (other,)) is None


def test_one_line_is_no_goal() -> None:
    assert goal_of(Engine(1).analyse(Position.from_fen("W:Wa2,Kb1:Bh7"), depth=1)) is None
