"""Positions and moves as the protocol writes them, for a board of 64 squares."""

import re

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import SQUARES
from damaci.errors import DamaciError, IllegalMove, MoveTextError
from damaci.hub.squares import Squares
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
"""The squares of a position: a8 to h8 first, a1 to h1 last."""
_SQUARE = r"(?:[1-9][0-9]?|[a-h][1-8])"
_MOVE = re.compile(rf"{_SQUARE}(?:-{_SQUARE}|(?:x{_SQUARE}){{1,64}})")


def write_position(position: Position) -> str:
    """The side to move, and 64 squares from a8: `w` and `b` for men, `W` and `B` for kings, `e` for an empty square.

    >>> write_position(Position.from_fen("B:Wa3,Kh8:Bb7"))[:17]
    'BeeeeeeeWebeeeeee'
    """
    pieces = position.pieces()
    squares = (_LETTERS[pieces[square]] if square in pieces else _EMPTY for square in _BOARD_ORDER)
    return position.turn[0].upper() + "".join(squares)


def read_position(text: str, ruleset: str | Ruleset) -> Position:
    """The position in this form, or of a FEN, or of the word `start`. Raises DamaciError."""
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


def write_move(move: Move, squares: Squares = Squares.NUMBERS) -> str:
    """The move as `41-33`; a capture as origin, target and captured squares, ascending: `46x10x11x20x29x38`.

    >>> [move] = Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4").legal_moves
    >>> [write_move(move, squares) for squares in Squares]
    ['46x10x11x20x29x38', '22x50x30x37x44x51', 'f3xb7xc7xd6xe5xf4']
    """
    named = [move.origin, move.target, *sorted(move.captured, key=squares.number)]
    return move.sign.join(map(squares.write, named))


def read_move(position: Position, text: str, squares: Squares = Squares.NUMBERS) -> Move:
    """The legal move in this form, with captured squares in any order, or in the forms of Position.parse_move, also
    with numbers.

    Names of squares are read in every notation. Raises MoveTextError, IllegalMove.
    """
    if not _MOVE.fullmatch(text):
        raise MoveTextError(
            f"{text[:80]!r} is not a move: expected 41-33, or 46x10x11 with every captured square behind the last"
        )
    origin, target, *captured = named = [squares.read(name) for name in re.split("[-x]", text)]
    for move in position.between(origin, target, capturing=bool(captured)):
        if sorted(captured) == sorted(move.captured):
            return move
    try:
        return position.parse_move(("x" if "x" in text else "-").join(map(str, named)))
    except IllegalMove as error:
        raise IllegalMove(f"{text} is not legal in {position.fen} ({error})") from None
