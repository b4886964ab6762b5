"""Whose turn it is, without the moves of the game."""

from damaci.board.position import Position
from damaci.play.events import Color, Settings, other, word


def to_move(agreed: Settings, plies: int) -> Color:
    """The side to move in an unfinished game after so many moves."""
    start = Position.from_fen(agreed.fen, agreed.ruleset) if agreed.fen else Position.start(agreed.ruleset)
    first = word(start.turn)
    if plies % 2 == 0:
        return first
    return other(first)
