"""How many positions a small board can have at most."""

import math
from itertools import product

from lab.small_board.board import SmallBoard


def placements(board: SmallBoard, most: int) -> int:
    """The number of ways to place up to `most` pieces of each side, at least one of each, with no man on the rank where
    it becomes a king. Mirror images are counted too, and only White is to move."""
    counts = range(most + 1)
    total = 0
    for white_men, black_men in product(counts, counts):
        kings = _kings(board.files * board.ranks - white_men - black_men, most, white_men, black_men)
        total += kings * _men(board, white_men, black_men)
    return total


def _men(board: SmallBoard, white: int, black: int) -> int:
    """The number of ways to place men. On the ranks at both ends there are only those of one side."""
    inside = board.files * (board.ranks - 2)
    return sum(
        math.comb(board.files, own)
        * math.comb(board.files, other)
        * math.comb(inside, white - own)
        * math.comb(inside - white + own, black - other)
        for own in range(min(white, board.files) + 1)
        for other in range(min(black, board.files) + 1)
        if white - own + black - other <= inside
    )


def _kings(free: int, most: int, white_men: int, black_men: int) -> int:
    """The number of ways to add kings on free squares to this many men."""
    return sum(
        math.comb(free, white) * math.comb(free - white, black)
        for white in range(int(not white_men), most - white_men + 1)
        for black in range(int(not black_men), most - black_men + 1)
        if white + black <= free
    )
