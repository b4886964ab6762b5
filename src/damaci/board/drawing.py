"""A board in plain text."""

from collections.abc import Mapping

from damaci.board.piece import Piece
from damaci.board.square import SQUARES, Square
from damaci.rules.movement import Movement


def draw(pieces: Mapping[Square, Piece], movement: Movement) -> str:
    """The board as White sees it: w and b are men, W and B kings, dots the empty squares in use."""
    ranks = [f"{rank + 1} {_draw_rank(pieces, movement, rank)}" for rank in reversed(range(8))]
    return "\n".join([*ranks, "  a b c d e f g h"])


def _draw_rank(pieces: Mapping[Square, Piece], movement: Movement, rank: int) -> str:
    squares = SQUARES[rank * 8 : rank * 8 + 8]
    empty = {square: "." if movement.playable(square) else " " for square in squares}
    return " ".join(str(pieces.get(square, empty[square])) for square in squares).rstrip()
