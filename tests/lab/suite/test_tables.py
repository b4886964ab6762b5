"""`right_move` finds the same right move in the tables as a comparison of all moves."""

from pathlib import Path
from random import Random

from damaci import Position
from damaci.tablebase import Tables, Terms
from lab.suite.games import small_ending
from lab.suite.tables import hard_by_tables, right_move


def expected(tables: Tables, position: Position) -> str | None:
    """The right move, found by comparing all moves."""
    moves = [(probe.result, position.text(move)) for move, probe in tables.moves(position).items()]
    if len(moves) < 2 or moves[0][0] == moves[1][0]:
        return None
    return moves[0][1]


def test_right_moves(tables_folder: Path) -> None:
    tables = Tables(tables_folder, Terms.of("turkish"))
    found = 0
    for number in range(400):
        position = Position(small_ending(Position.start(), Random(number), 3))
        right = right_move(tables, position.kernel)
        assert (position.text(position.move(right)) if right else None) == expected(tables, position)
        found += right is not None
    assert found


def test_what_is_told(tables_folder: Path) -> None:
    tables = Tables(tables_folder, Terms.of("turkish"))
    position = Position.from_fen("W:Wb7,Kd3:Bb5")
    right = right_move(tables, position.kernel)
    if right:
        hard = hard_by_tables(tables, position, "here")
        assert hard.move == position.text(position.move(right))


def test_what_the_tables_do_not_know(tables_folder: Path) -> None:
    tables = Tables(tables_folder, Terms.of("turkish"))
    assert right_move(tables, Position.start().kernel) is None
