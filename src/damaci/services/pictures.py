"""Positions as pictures."""

from damaci.board import svg
from damaci.board.position import Position


def picture(fen: str, ruleset: str, *, flipped: bool = False) -> str:
    """The SVG of a position, seen from Black's side if `flipped`. Raises FenError, UnknownRuleset."""
    return svg.board(Position.from_fen(fen, ruleset), flipped=flipped)
