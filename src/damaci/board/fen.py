"""FEN, as PDN spells positions: `W:Wa2,b2,Kc3:Ba6,Kb8` is the side to move, then each side's squares, K before a king."""

from collections.abc import Mapping

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.setup import Setup
from damaci.board.square import Square
from damaci.errors import FenError
from damaci.rules.ruleset import Ruleset

_COLORS = {"W": Color.WHITE, "B": Color.BLACK}


def write_fen(pieces: Mapping[Square, Piece], turn: Color) -> str:
    """The FEN of these pieces: White's before Black's, from a8 along the ranks to h1."""
    top_down = sorted(pieces.items(), key=lambda item: item[0] ^ 56)
    sides = (_write_side(top_down, letter, color) for letter, color in _COLORS.items())
    return ":".join((turn[0].upper(), *sides))


def _write_side(pieces: list[tuple[Square, Piece]], letter: str, color: Color) -> str:
    return letter + ",".join(f"K{square}" if piece.king else str(square) for square, piece in pieces if piece.color is color)


def read_fen(text: str, ruleset: Ruleset) -> Setup:
    """The set-up that a FEN spells, free of problems. Spaces, a final dot, either case and either order of the sides are accepted.

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
        self.setup.turn = self.color("the side to move, W or B")
        self.expect(":", "a colon after the side to move")
        first = self.side("W or B and that side's pieces")
        self.expect(":", "a comma and a square, or a colon and the other side's pieces")
        start = self.next_column()
        if self.side(f"{first.other.capitalize()}'s pieces") is first:
            raise FenError(f"{first.capitalize()}'s pieces are given twice", start)
        self.accept(".")
        if self.peek():
            raise self.unexpected("a comma and a square, or the end")
        for problem in self.setup.problems():
            raise FenError(problem.message, self.columns[problem.square])
        return self.setup

    def side(self, expected: str) -> Color:
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
            raise FenError(f"a second piece on {square}", column)
        self.setup[square] = Piece(color, king)
        self.columns[square] = column

    def square(self) -> Square:
        start = self.next_column() - 1
        name = self.text[start : start + 2]
        try:
            square = Square.parse(name)
        except ValueError:
            raise self.unexpected("a square such as a2, with K before a king", name) from None
        self.at += len(name)
        return square

    def color(self, expected: str) -> Color:
        for letter, color in _COLORS.items():
            if self.accept(letter):
                return color
        raise self.unexpected(expected)

    def expect(self, character: str, expected: str) -> None:
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

    def unexpected(self, expected: str, found: str = "") -> FenError:
        found = found or self.peek()
        return FenError(f"expected {expected}, found {repr(found) if found else 'the end'}", self.next_column())
