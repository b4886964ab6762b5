"""FEN, as PDN spells positions: `W:Wa2,b2,Kc3:Ba6,Kb8` is the side to move, then each side's squares, K before a
king."""

from functools import lru_cache

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.setup import Setup
from damaci.board.square import SQUARES, Square
from damaci.errors import FenError
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

_COLORS = {"W": Color.WHITE, "B": Color.BLACK}


Side = tuple[int, int]
"""The squares of one side's men, and those of its kings, as 64-bit sets."""


def write_fen(white: Side, black: Side, turn: Color) -> str:
    """The FEN of these pieces: White's before Black's, from a8 along the ranks to h1."""
    return f"{turn[0].upper()}:W{_write_side(*white)}:B{_write_side(*black)}"


def _write_side(men: int, kings: int) -> str:
    ranks = (
        _write_rank(shift, men >> shift & 255, kings >> shift & 255)
        for shift in range(56, -8, -8)
        if (men | kings) >> shift & 255
    )
    return ",".join(ranks)


@lru_cache(maxsize=10_000)
def _write_rank(first: int, men: int, kings: int) -> str:
    return ",".join(
        f"K{SQUARES[first + n]}" if kings >> n & 1 else str(SQUARES[first + n])
        for n in range(8)
        if (men | kings) >> n & 1
    )


def read_fen(text: str, ruleset: Ruleset) -> Setup:
    """The set-up that a FEN spells, free of problems. Spaces, a final dot, either case and either order of the sides
    are accepted.

    Raises FenError.
    """
    return _Reader(text, ruleset).read()


class _Reader:
    """One reading of one text, from left to right."""

    def __init__(self, text: str, ruleset: Ruleset) -> None:
        self.text = text
        self.at = 0
        self.setup = Setup(ruleset=ruleset)
        self.columns: dict[Square | None, int] = {None: 1}

    def read(self) -> Setup:
        self.setup.turn = self.color(Sentence("the side to move, W or B"))
        self.expect(":", Sentence("a colon after the side to move"))
        first = self.side(Sentence("W or B and that side's pieces"))
        self.expect(":", Sentence("a comma and a square, or a colon and the other side's pieces"))
        start = self.next_column()
        white_first = first is Color.WHITE
        if self.side(Sentence("Black's pieces") if white_first else Sentence("White's pieces")) is first:
            raise FenError(
                Sentence("White's pieces are given twice")
                if white_first
                else Sentence("Black's pieces are given twice"),
                start,
            )
        self.accept(".")
        if self.peek():
            raise self.unexpected(Sentence("a comma and a square, or the end"))
        for problem in self.setup.problems():
            raise FenError(problem.reason, self.columns[problem.square])
        return self.setup

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
        if square in self.setup:
            raise FenError(Sentence("a second piece on {square}", {"square": square}), column)
        self.setup[square] = Piece(color, king)
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
