"""FEN, the notation of PDN for positions: `W:Wa2,b2,Kc3:Ba6,Kb8`.

The side to move comes first, then the squares of each side, with K before the square of a king.
"""

from functools import lru_cache
from typing import NamedTuple

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.problems import find_problems
from damaci.board.square import SQUARES, Square
from damaci.errors import FenError
from damaci.rules.movement import Movement
from damaci.sentence import Sentence


class Spelled(NamedTuple):
    """The pieces and the side to move that a FEN gives."""

    pieces: dict[Square, Piece]
    turn: Color


_COLORS = {"W": Color.WHITE, "B": Color.BLACK}


Side = tuple[int, int]
"""The squares of one side's men, and those of its kings, as 64-bit sets."""


def write_fen(white: Side, black: Side, turn: Color) -> str:
    """The FEN of these pieces: White's before Black's, each side's rank by rank from a8 to h1."""
    return f"{turn[0].upper()}:W{_write_side(*white)}:B{_write_side(*black)}"


_RANKS = tuple(range(56, -8, -8))
"""The first square of each rank, from the eighth rank to the first."""


@lru_cache(maxsize=4096)
def _write_side(men: int, kings: int) -> str:
    pieces = men | kings
    ranks = [_write_rank(shift, men >> shift & 255, kings >> shift & 255) for shift in _RANKS if pieces >> shift & 255]
    return ",".join(ranks)


@lru_cache(maxsize=10_000)
def _write_rank(first: int, men: int, kings: int) -> str:
    return ",".join(
        f"K{SQUARES[first + n]}" if kings >> n & 1 else str(SQUARES[first + n])
        for n in range(8)
        if (men | kings) >> n & 1
    )


def read_fen(text: str, movement: Movement) -> Spelled:
    """The pieces and the side to move that a FEN gives, which are a position without problems.

    Spaces, a final dot, either case and either order of the sides are accepted. Raises FenError.
    """
    return _Reader(text, movement).read()


class _Reader:
    """One reading of one text, from left to right."""

    def __init__(self, text: str, movement: Movement) -> None:
        self.text = text
        self.movement = movement
        self.at = 0
        self.pieces: dict[Square, Piece] = {}
        self.columns: dict[Square | None, int] = {None: 1}
        """The column of each square in the text; None stands for the whole text."""

    def read(self) -> Spelled:
        turn = self.color(Sentence("the side to move, W or B"))
        self.expect(":", Sentence("a colon after the side to move"))
        self.both_sides()
        self.accept(".")
        if self.peek():
            raise self.unexpected(Sentence("a comma and a square, or the end"))
        for problem in find_problems(self.pieces, self.movement):
            raise FenError(problem.reason, self.columns[problem.square])
        return Spelled(self.pieces, turn)

    def both_sides(self) -> None:
        first = self.side(Sentence("W or B and that side's pieces"))
        self.expect(":", Sentence("a comma and a square, or a colon and the other side's pieces"))
        start = self.next_column()
        white_first = first is Color.WHITE
        others = Sentence("Black's pieces") if white_first else Sentence("White's pieces")
        if self.side(others) is first:
            white = Sentence("White's pieces are given twice")
            black = Sentence("Black's pieces are given twice")
            raise FenError(white if white_first else black, start)

    def side(self, expected: Sentence) -> Color:
        color = self.color(expected)
        if self.peek() in ("", ":", "."):
            return color
        self.piece(color)
        while self.accept(","):
            self.piece(color)
        return color

    def piece(self, color: Color) -> None:
        column = self.next_column()
        king = self.accept("K")
        square = self.square()
        if square in self.pieces:
            raise FenError(Sentence("a second piece on {square}", {"square": square}), column)
        self.pieces[square] = Piece(color, king)
        self.columns[square] = column

    def square(self) -> Square:
        start = self.next_column() - 1
        name = self.text[start : start + 2]
        try:
            square = Square.parse(name)
        except ValueError:
            raise self.unexpected(Sentence("a square such as a2, with K before a king"), name) from None
        self.at += len(name)
        return square

    def color(self, expected: Sentence) -> Color:
        for letter, color in _COLORS.items():
            if self.accept(letter):
                return color
        raise self.unexpected(expected)

    def expect(self, character: str, expected: Sentence) -> None:
        if not self.accept(character):
            raise self.unexpected(expected)

    def accept(self, character: str) -> bool:
        found = self.peek().upper() == character
        self.at += found
        return found

    def peek(self) -> str:
        """The next character that is not a space; empty at the end."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def next_column(self) -> int:
        self.peek()
        return self.at + 1

    def unexpected(self, expected: Sentence, found: str = "") -> FenError:
        found = found or self.peek()
        shown = repr(found) if found else Sentence("the end")
        return FenError(
            Sentence("expected {expected}, found {found}", {"expected": expected, "found": shown}), self.next_column()
        )
