from itertools import product

import pytest

from lab.small_board.board import SmallBoard
from lab.small_board.placements import placements

EMPTY, *PIECES = range(5)
WHITE_MAN, WHITE_KING, BLACK_MAN, BLACK_KING = PIECES


def allowed(board: SmallBoard, squares: tuple[int, ...], most: int) -> bool:
    white = sum(piece in (WHITE_MAN, WHITE_KING) for piece in squares)
    black = sum(piece in (BLACK_MAN, BLACK_KING) for piece in squares)
    ends = WHITE_MAN in squares[-board.files :] or BLACK_MAN in squares[: board.files]
    return 1 <= white <= most and 1 <= black <= most and not ends


@pytest.mark.parametrize(("size", "most"), [((2, 3), 2), ((2, 3), 4), ((3, 2), 3), ((2, 4), 1)])
def test_the_same_as_counting_them_one_by_one(size: tuple[int, int], most: int) -> None:
    board = SmallBoard(*size)
    every = product(range(5), repeat=board.files * board.ranks)
    assert placements(board, most) == sum(allowed(board, squares, most) for squares in every)
