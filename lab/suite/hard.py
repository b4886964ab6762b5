"""A hard position, as it is found: texts and numbers only."""

from collections.abc import Iterable
from dataclasses import dataclass

from damaci.board.move import Move
from damaci.board.position import Position

LINE = 15
"""Plies of a line that are kept."""


@dataclass(frozen=True, slots=True)
class Hard:
    """A position and its right move."""

    fen: str
    move: str
    score: str
    """The score of the right move, for the side to move."""
    second: str
    """The score of the best of all others."""
    wins: bool
    """Whether the right move wins. Otherwise it saves a draw where every other move loses."""
    since: int
    """The nodes from which on the long search found it right; 0 if the tables prove it."""
    searched: int
    """The nodes of the long search; 0 if the tables prove the move."""
    line: tuple[str, ...]
    """The moves of both sides, beginning with the right move."""
    source: str
    """The game and the ply."""


def texts(position: Position, moves: Iterable[Move]) -> tuple[str, ...]:
    """The texts of the moves, which are played one after another from the position."""
    written = []
    for move in moves:
        written.append(position.text(move))
        position = position.play(move)
    return tuple(written)
