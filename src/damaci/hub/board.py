"""Positions and moves as the protocol writes them, for a board of 64 squares.

Squares are numbered 1 to 64 from Black's side, as in all draughts numbering: a8 is 1, h8 is 8, a7 is 9, h1 is 64.
"""

import re

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import SQUARES, Square
from damaci.errors import DamaciError, IllegalMove, MoveTextError
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.ruleset import Ruleset

START = "start"
_TURNS = {"W": Color.WHITE, "B": Color.BLACK}
_PIECES = {
    "w": Piece(Color.WHITE),
    "b": Piece(Color.BLACK),
    "W": Piece(Color.WHITE, king=True),
    "B": Piece(Color.BLACK, king=True),
}
_LETTERS = {piece: letter for letter, piece in _PIECES.items()}
_EMPTY = "e"
_BOARD_ORDER = tuple(sorted(SQUARES, key=lambda square: square ^ 56))
"""The squares by their numbers."""
_SQUARE = r"(?:[1-9][0-9]?|[a-h][1-8])"
_MOVE = re.compile(rf"{_SQUARE}(?:-{_SQUARE}|(?:x{_SQUARE}){{1,64}})")


def number(square: Square) -> int:
    """The number of a square, 1 to 64.

    >>> number(Square.A8), number(Square.H1)
    (1, 64)
    """
    return (square ^ 56) + 1


def write_position(position: Position) -> str:
    """The side to move, and 64 squares: `w` and `b` for men, `W` and `B` for kings, `e` for nothing.

    >>> write_position(Position.from_fen("B:Wa3,Kh8:Bb7"))[:17]
    'BeeeeeeeWebeeeeee'
    """
    pieces = position.pieces()
    squares = (_LETTERS[pieces[square]] if square in pieces else _EMPTY for square in _BOARD_ORDER)
    return position.turn[0].upper() + "".join(squares)


def read_position(text: str, ruleset: str | Ruleset) -> Position:
    """The position so written, or a FEN, or the word `start`. Raises DamaciError."""
    if text == START:
        return Position.start(ruleset)
    if ":" in text:
        return Position.from_fen(text, ruleset)
    if text[:1] not in _TURNS:
        raise DamaciError(f"a position begins with {text[:1]!r}: expected the side to move, W or B")
    if len(text) != 65:
        raise DamaciError(f"a position of {len(text)} characters: expected 65, the side to move and 64 squares")
    setup = Setup(ruleset=find_ruleset(ruleset), turn=_TURNS[text[0]])
    for at, (square, letter) in enumerate(zip(_BOARD_ORDER, text[1:], strict=True), 2):
        if letter in _PIECES:
            setup[square] = _PIECES[letter]
        elif letter != _EMPTY:
            raise DamaciError(f"character {at} of a position is {letter!r}: expected one of w, b, W, B, e")
    return setup.position()


def write_move(move: Move, *, names: bool = False) -> str:
    """`41-33`; for a capture, from, to, and what is captured, ascending: `46x10x11x20x29x38`. With names, `a3-a4`.

    >>> position = Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4")
    >>> write_move(position.legal_moves[0]), write_move(position.legal_moves[0], names=True)
    ('46x10x11x20x29x38', 'f3xb7xc7xd6xe5xf4')
    """
    squares = [move.origin, move.target, *sorted(move.captured, key=number)]
    return ("x" if move.is_capture else "-").join(str(square if names else number(square)) for square in squares)


def read_move(position: Position, text: str) -> Move:
    """The legal move so written, captured squares in any order; or as Position.parse_move reads it, in numbers too.

    Raises MoveTextError, IllegalMove.
    """
    if not _MOVE.fullmatch(text):
        raise MoveTextError(
            f"{text[:80]!r} is not a move: expected 41-33, or 46x10x11 with every captured square behind the last"
        )
    origin, target, *captured = squares = [_square(name) for name in re.split("[-x]", text)]
    for move in position.between(origin, target, capturing=bool(captured)):
        if sorted(captured) == sorted(move.captured):
            return move
    try:
        return position.parse_move(("x" if "x" in text else "-").join(map(str, squares)))
    except IllegalMove as error:
        raise IllegalMove(f"{text} is not legal in {position.fen} ({error})") from None


def _square(name: str) -> Square:
    if not name.isdigit():
        return Square.parse(name)
    if int(name) > len(_BOARD_ORDER):
        raise MoveTextError(f"{name} is not a square: expected a number from 1 to {len(_BOARD_ORDER)}")
    return _BOARD_ORDER[int(name) - 1]
