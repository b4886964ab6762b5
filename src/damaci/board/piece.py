"""Pieces: men and kings."""

from dataclasses import dataclass

from damaci.arguments import bad
from damaci.board.color import Color


@dataclass(frozen=True, slots=True)
class Piece:
    """A man or a king (dama) of one side.

    >>> str(Piece(Color.WHITE)), str(Piece(Color.BLACK, king=True))
    ('w', 'B')
    """

    color: Color
    king: bool = False

    def __post_init__(self) -> None:
        """Raises BadArgument unless the colour is a Color and `king` is True or False."""
        if not isinstance(self.color, Color) or not isinstance(self.king, bool):
            raise bad("a piece", (self.color, self.king), "a Color, and True for a king or False for a man")

    def __str__(self) -> str:
        """One letter: w or b, a capital for a king."""
        letter = self.color[0]
        if self.king:
            return letter.upper()
        return letter


PIECES = tuple(Piece(color, king) for color in Color for king in (False, True))
"""One object for each kind of piece: using these is faster than making new ones."""
