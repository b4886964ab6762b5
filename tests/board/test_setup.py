import pytest

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import Square
from damaci.errors import SetupError, UnknownRuleset

WHITE = Piece(Color.WHITE)
BLACK = Piece(Color.BLACK)
WHITE_KING = Piece(Color.WHITE, king=True)
BLACK_KING = Piece(Color.BLACK, king=True)


@pytest.mark.parametrize(
    ("pieces", "fen"),
    [
        ({Square.A1: WHITE, Square.H8: BLACK}, "W:Wa1:Bh8"),
        ({Square.A8: WHITE_KING, Square.A1: BLACK_KING}, "W:WKa8:BKa1"),
        ({Square.D4: WHITE}, "W:Wd4:B"),
        ({Square.D4: BLACK}, "W:W:Bd4"),
        (
            dict.fromkeys(list(Square)[:56], WHITE),
            "W:W" + ",".join(f"{f}{r}" for r in "7654321" for f in "abcdefgh") + ":B",
        ),
    ],
    ids=[
        "men on their own first rank",
        "kings on the last ranks",
        "only white",
        "only black",
        "more than the start has",
    ],
)
def test_positions(pieces: dict[Square, Piece], fen: str) -> None:
    setup = Setup(pieces)
    assert setup.problems() == []
    assert setup.position().fen == fen


@pytest.mark.parametrize(
    ("pieces", "ruleset", "problems"),
    [
        ({}, "turkish", [("no-pieces", None)]),
        ({Square.C8: WHITE}, "turkish", [("man-on-promotion-rank", Square.C8)]),
        (
            {Square.C1: BLACK, Square.A1: BLACK},
            "world",
            [("man-on-promotion-rank", Square.A1), ("man-on-promotion-rank", Square.C1)],
        ),
        (
            {Square.B1: WHITE, Square.B8: WHITE},
            "bulgarian",
            [("square-not-used", Square.B1), ("man-on-promotion-rank", Square.B8)],
        ),
        ({Square.A2: BLACK_KING}, "bulgarian", [("square-not-used", Square.A2)]),
    ],
)
def test_problems(pieces: dict[Square, Piece], ruleset: str, problems: list[tuple[str, Square | None]]) -> None:
    setup = Setup(pieces, Color.BLACK, ruleset)
    assert [(problem.code, problem.square) for problem in setup.problems()] == problems
    with pytest.raises(SetupError) as caught:
        setup.position()
    assert str(caught.value) == "; ".join(problem.message for problem in setup.problems())


def test_a_position_taken_apart_and_put_together() -> None:
    position = Position.start("bulgarian").play(Position.start("bulgarian").legal_moves[0])
    setup = Setup.of(position)
    assert setup.position() == position
    del setup[Square.A1]
    assert setup.position().count(Color.WHITE) == 11
    assert position.count(Color.WHITE) == 12


def test_unknown_ruleset() -> None:
    with pytest.raises(UnknownRuleset):
        Setup(ruleset="chess")


def test_every_problem_of_a_square_is_told() -> None:
    setup = Setup({Square.A8: Piece(Color.WHITE), Square.B1: Piece(Color.WHITE)}, ruleset="bulgarian")
    found = [(problem.code, problem.square) for problem in setup.problems()]
    assert found == [
        ("square-not-used", Square.B1),
        ("square-not-used", Square.A8),
        ("man-on-promotion-rank", Square.A8),
    ]
