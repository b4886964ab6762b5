"""Moves as one line of text, in which the kernel plays through and checks a whole game at once."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from damaci import _kernel
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.rules.endings import Endings
from damaci.rules.options import Options


class Ply(NamedTuple):
    """A move that was not taken back, with what the kernel returns for it."""

    after: _kernel.Position
    key: int
    """The key of the position after it."""
    text: str
    """The shortest text that means this move and no other."""
    promoted: int
    """The squares of pieces that have become kings, as a 64-bit set."""
    quiet_plies: int
    reversible_plies: int
    kings_only_plies: int
    occurrences: int
    """The last four fields are those of damaci.game.draws.Counters."""


def token(path: Sequence[str], captured: Sequence[str]) -> str:
    """The token of a line for one move, by the names of its squares.

    >>> token(["f3", "f5"], ["f4"]), token(["d3", "d4"], [])
    ('f3f5xf4', 'd3d4')
    """
    squares = "".join(path)
    if captured:
        return f"{squares}x{''.join(captured)}"
    return squares


def back_to(ply: int) -> str:
    """The token of a line for moves that are taken back; `ply` is the number of moves that remain."""
    return f"<{ply}"


def touched(square: str) -> str:
    """The token of a line for a piece that is touched."""
    return f"!{square}"


def line_of(moves: Iterable[Move]) -> str:
    """The line of moves of which none is taken back."""
    return " ".join([token((str(move.origin), str(move.target)), [*map(str, move.captured)]) for move in moves])


def play_through(start: Position, line: str, endings: Endings, options: Options) -> list[Ply] | None:
    """The moves that remain after a line from a position; None unless all of the line is known to be right."""
    terms: _kernel.Endings = {
        "one_each": endings.one_each.value,
        "kings_only_moves": endings.kings_only_moves,
        "repetitions": endings.repetitions,
        "no_progress_moves": endings.no_progress_moves,
    }
    plies = start.kernel.replay(line, terms, options.last_three_kings, options.touch_move)
    if plies is None:
        return None
    return list(map(Ply._make, plies))
