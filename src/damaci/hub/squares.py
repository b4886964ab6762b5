"""The notations of squares in moves: numbers from Black's side, numbers from a1, or the names of squares."""

from enum import StrEnum

from damaci.board.square import SQUARES, Square
from damaci.errors import MoveTextError


class Squares(StrEnum):
    """The notations of the parameter `squares`. A position's 64 squares always begin at a8, whatever the notation of
    moves.

    >>> [notation.write(Square.D3) for notation in Squares]
    ['44', '20', 'd3']
    """

    NUMBERS = "numbers"
    """1 to 64 as usual in draughts: a8 is 1, h8 is 8, h1 is 64."""
    FROM_A1 = "from-a1"
    """1 to 64 from White's side, as pydraughts numbers moves: a1 is 1, h1 is 8, h8 is 64."""
    NAMES = "names"
    """a1 to h8."""

    def number(self, square: Square) -> int:
        """The number of a square, 1 to 64. NAMES uses the numbers of NUMBERS, by which captured squares are sorted."""
        if self is Squares.FROM_A1:
            return int(square) + 1
        return (square ^ 56) + 1

    def write(self, square: Square) -> str:
        """The square in this notation."""
        if self is Squares.NAMES:
            return str(square)
        return str(self.number(square))

    def read(self, text: str) -> Square:
        """The square that a number or a name means. Raises MoveTextError for a number above 64."""
        if not text.isdigit():
            return Square.parse(text)
        index = int(text) - 1
        if not 0 <= index < len(SQUARES):
            raise MoveTextError(f"{text} is not a square: expected a number from 1 to {len(SQUARES)}")
        return SQUARES[index if self is Squares.FROM_A1 else index ^ 56]
