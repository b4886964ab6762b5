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
    """Whether the right move wins, or else saves what every other loses."""
    since: int
    """Nodes from which on the search that proves found it right; 0: the tables prove it."""
    searched: int
    """Nodes of the search that proves; 0: the tables do."""
    line: tuple[str, ...]
    """How both sides play on, from the right move on."""
    source: str
    """The game, and the ply."""


def texts(position: Position, moves: Iterable[Move]) -> tuple[str, ...]:
    """The moves, written from the position on."""
    written = []
    for move in moves:
        written.append(position.text(move))
        position = position.play(move)
    return tuple(written)
