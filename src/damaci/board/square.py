"""The 64 squares."""

from enum import IntEnum

from damaci.arguments import shown
from damaci.errors import BadArgument


class Square(IntEnum):
    """A square: its number from 0 (a1) along the ranks to 63 (h8). White sits at rank 1.

    >>> Square.parse("e3"), str(Square.E3), Square.E3.file, Square.E3.rank
    (Square.E3, 'e3', 4, 2)
    """

    A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
    A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
    A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
    A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
    A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
    A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
    A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
    A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

    @classmethod
    def parse(cls, text: str) -> "Square":
        """The square of that name, in either case. Raises BadArgument."""
        square = _BY_NAME.get(text.lower()) if isinstance(text, str) else None
        if square is None:
            raise BadArgument(f"{shown(text)} is not a square: expected a file a-h and a rank 1-8, such as e3")
        return square

    @classmethod
    def of(cls, square: "Square | str | int") -> "Square":
        """The square that is given as itself, by its name or by its number. Raises BadArgument."""
        if isinstance(square, Square):
            return square
        if isinstance(square, int) and 0 <= square < len(SQUARES):
            return SQUARES[square]
        return cls.parse(str(square))

    @property
    def file(self) -> int:
        """0 (a) to 7 (h)."""
        return self & 7

    @property
    def rank(self) -> int:
        """0 (White's first rank) to 7."""
        return self >> 3

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Square.{self.name}"


SQUARES = tuple(Square)
"""Every square by its number: faster than calling Square."""
NAMES = tuple(square.name.lower() for square in SQUARES)
"""The name of every square by its number: faster than calling str."""
_BY_NAME = dict(zip(NAMES, SQUARES, strict=True))


def squares_of(bits: int) -> tuple[Square, ...]:
    """The squares of a 64-bit set, ascending."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(SQUARES[lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(found)
