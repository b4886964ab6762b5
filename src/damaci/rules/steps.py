"""The single steps of one piece: a slide to an empty square, or a jump over one enemy piece."""

from collections.abc import Iterator, Mapping, Set
from itertools import islice, takewhile
from typing import NamedTuple

from damaci.rules.movement import Movement, Step


class Piece(NamedTuple):
    """A man or a king of one side."""

    white: bool
    king: bool


Board = Mapping[int, Piece]
"""The occupied squares, 0 (a1) to 63 (h8)."""


class Jump(NamedTuple):
    """A jump over one enemy piece."""

    over: int
    landing: int
    step: Step


def line(square: int, step: Step) -> Iterator[int]:
    """The squares beyond `square` in one direction, to the edge of the board."""
    file = square % 8 + step[0]
    rank = square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8:
        yield rank * 8 + file
        file = file + step[0]
        rank = rank + step[1]


def slides(movement: Movement, board: Board, square: int, piece: Piece) -> Iterator[int]:
    """The empty squares that a piece could reach without capturing if no capture were compulsory."""
    for step in movement.steps(white=piece.white, king=piece.king, capturing=False):
        free: Iterator[int] = takewhile(lambda target: target not in board, line(square, step))
        if not piece.king:
            free = islice(free, 1)
        yield from free


def jumps(
    movement: Movement, board: Board, square: int, piece: Piece, gone: Set[int] = frozenset(), last: Step | None = None
) -> Iterator[Jump]:
    """The jumps of a piece standing on `square`; `board` is without it while it moves.

    `gone` are the squares captured so far in this move; `last` is the direction of the previous jump, which may not
    be reversed.
    """
    if gone and movement.removal == "at-once":
        board = {other: there for other, there in board.items() if other not in gone}
    for step in movement.steps(white=piece.white, king=piece.king, capturing=True):
        if last is None or step != (-last[0], -last[1]):
            yield from _jumps_one_way(movement, board, square, piece, gone, step)


def _jumps_one_way(
    movement: Movement, board: Board, square: int, piece: Piece, gone: Set[int], step: Step
) -> Iterator[Jump]:
    way = line(square, step)
    over = next((there for there in way if there in board or not piece.king), None)
    if over is None or over not in board or board[over].white == piece.white or over in gone:
        return
    behind: Iterator[int] = takewhile(lambda landing: landing not in board, way)
    if not piece.king or movement.king_landing != "any-behind":
        behind = islice(behind, 1)
    yield from (Jump(over, landing, step) for landing in behind)
