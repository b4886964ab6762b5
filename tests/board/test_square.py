import copy
import pickle

import pytest

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.square import SQUARES, Square, squares_of


def test_numbers_names_files_and_ranks() -> None:
    assert [
        (int(square), str(square), square.file, square.rank) for square in (Square.A1, Square.H1, Square.A2, Square.H8)
    ] == [
        (0, "a1", 0, 0),
        (7, "h1", 7, 0),
        (8, "a2", 0, 1),
        (63, "h8", 7, 7),
    ]


def test_every_square_reads_back() -> None:
    assert (
        [Square.parse(str(square)) for square in Square]
        == list(SQUARES)
        == [Square.parse(square.name) for square in Square]
    )


@pytest.mark.parametrize("text", ["", "a", "a0", "a9", "i1", "1a", "a1 ", "a11", "ａ1", "é4"])
def test_what_is_not_a_square(text: str) -> None:
    with pytest.raises(ValueError, match="is not a square: expected a file a-h and a rank 1-8"):
        Square.parse(text)


def test_sets_of_squares() -> None:
    assert squares_of(0) == ()
    assert squares_of(1 << 63 | 1 | 1 << 20) == (Square.A1, Square.E3, Square.H8)


def test_format_and_repr() -> None:
    assert f"{Square.E3} {Square.E3!r}" == "e3 Square.E3"


def test_colors() -> None:
    assert [color.other for color in Color] == [Color.BLACK, Color.WHITE]
    assert [str(color) for color in Color] == ["white", "black"]


@pytest.mark.parametrize(
    ("piece", "letter"), [(Piece(Color.WHITE), "w"), (Piece(Color.BLACK), "b"), (Piece(Color.WHITE, king=True), "W")]
)
def test_pieces(piece: Piece, letter: str) -> None:
    assert str(piece) == letter
    assert pickle.loads(pickle.dumps(piece)) == copy.copy(piece) == piece
