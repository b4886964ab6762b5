"""The tag GameType: the kind of game, and the names of its squares.

`30,W,8,8,A0,0` is the number of the game, the colour that begins, the board's width and height, the names of squares (A
with letters, N with numbers, and the corner where they begin), and 1 if that corner is not a playing square.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from damaci.board.square import SQUARES
from damaci.rules.movement import Movement
from damaci.sentence import Sentence

_FORM = re.compile(
    r"""
    (?P<number>[0-9]+)
    (?: ,(?P<color>[WB]) ,(?P<width>[0-9]+) ,(?P<height>[0-9]+) ,(?P<names>[ANS])(?P<corner>[0-3])
        (?: ,(?P<inverted>[01]) )? )?
    """,
    re.VERBOSE,
)
_SPACES = re.compile(r"\s*(,|$)\s*")
_LETTERED = re.compile("[a-h][1-8]")
# A number after a letter of a file is a rank, not a square; after a colour, a K or an x it is a square.
_NUMBERED = re.compile("(?: (?<![a-z0-9]) | (?<=:[BW]) | (?<=[KX]) ) [0-9]{1,2} (?![0-9])", re.IGNORECASE | re.VERBOSE)

OTHER_GAMES = {
    "0": Sentence("chess"),
    "1": Sentence("Chinese chess"),
    "20": Sentence("international draughts"),
    "21": Sentence("English draughts"),
    "22": Sentence("Italian draughts"),
    "23": Sentence("American pool checkers"),
    "24": Sentence("Spanish draughts"),
    "25": Sentence("Russian draughts"),
    "26": Sentence("Brazilian draughts"),
    "27": Sentence("Canadian draughts"),
    "28": Sentence("Portuguese draughts"),
    "29": Sentence("Czech draughts"),
    "31": Sentence("Thai draughts"),
    "40": Sentence("Frisian draughts"),
    "41": Sentence("Spantsiretti draughts"),
    "50": Sentence("Othello"),
}
"""The numbers of games that we do not play (pdn.fmjd.org/gametype.html)."""


class GameType(NamedTuple):
    """The values in the tag; the defaults are those of Turkish draughts."""

    number: str
    white_begins: bool = True
    size: tuple[int, int] = (8, 8)
    """Width and height."""
    names: str = "A"
    """A: squares have a letter and a number; N: a number alone; S: moves are shortened."""
    corner: int = 0
    """The corner where names begin, as White sees the board: 0 bottom left, 1 bottom right, 2 top left, 3 top right."""
    inverted: bool = False
    """Whether that corner is not a playing square."""


@lru_cache(64)
def read_game_type(text: str) -> GameType | None:
    """The values in the text of the tag; None when the text has another form."""
    found = _FORM.fullmatch(_SPACES.sub(r"\1", text.strip()))
    if not found:
        return None
    if not found["color"]:
        return GameType(found["number"])
    return GameType(
        number=found["number"],
        white_begins=found["color"] == "W",
        size=(int(found["width"]), int(found["height"])),
        names=found["names"],
        corner=int(found["corner"]),
        inverted=found["inverted"] == "1",
    )


class SquareNames(NamedTuple):
    """The names of squares in a text."""

    numeric: bool
    squares: dict[str, str]
    """Each square's usual name by the name in the text."""

    def usual(self, text: str) -> str:
        """A move or a FEN with the usual names of squares, a1 at White's left."""
        names = _NUMBERED if self.numeric else _LETTERED
        return names.sub(lambda name: self.squares.get(name[0], name[0]), text)


def square_names(game_type: GameType, movement: Movement) -> SquareNames | None:
    """The names of squares; None for the usual names.

    A1 counts as usual: programs that write it mean A0, and the mirrored board is the same game."""
    if game_type.names == "N":
        return numbered(movement, game_type.corner)
    if game_type.corner < 2:
        return None
    return SquareNames(
        False, {str(SQUARES[square]): str(SQUARES[_seen(square, game_type.corner)]) for square in SQUARES}
    )


@lru_cache(16)
def numbered(movement: Movement, corner: int = 0) -> SquareNames:
    """The playing squares by numbers from 1, row by row from a corner."""
    from_corner = (_seen(square, corner) for square in range(64))
    squares = [SQUARES[square] for square in from_corner if movement.playable(square)]
    return SquareNames(True, {str(number): str(square) for number, square in enumerate(squares, 1)})


def has_numbers(fen: str) -> bool:
    """Whether a FEN gives squares by numbers."""
    return bool(_NUMBERED.search(fen))


def _seen(square: int, corner: int) -> int:
    """The square that has the same place, seen from a corner, as this one seen from a1."""
    if corner & 1:
        square ^= 7
    if corner & 2:
        square ^= 56
    return square
