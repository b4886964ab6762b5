"""The moves that a learner may try: every step and every capture that a piece can make, even if the rules prefer
another."""

from collections.abc import Iterator

from damaci.board.color import Color
from damaci.board.path import Path
from damaci.board.position import Position
from damaci.board.square import SQUARES, Square
from damaci.rules.steps import slides

MOST_CAPTURES = 1000


def tries(position: Position) -> list[tuple[Path, ...]]:
    """Every move that the side to move may try, each with its paths: finished captures, and steps even if a capture is
    compulsory.

    >>> [str(paths[0].squares[-1]) for paths in tries(Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4"))]
    ['h5', 'b7', 'g3', 'e3']
    """
    return [*_captures(position), *_steps(position)]


def _captures(position: Position) -> list[tuple[Path, ...]]:
    """Paths with the same ends and the same captured pieces are one move."""
    paths = position.all_captures(limit=MOST_CAPTURES)
    unfinished = {path.squares[:length] for path in paths for length in range(2, len(path.squares))}
    grouped: dict[tuple[Square, Square, frozenset[Square]], list[Path]] = {}
    for path in paths:
        if path.squares not in unfinished:
            grouped.setdefault((path.squares[0], path.squares[-1], frozenset(path.jumps)), []).append(path)
    return [tuple(group) for group in grouped.values()]


def _steps(position: Position) -> Iterator[tuple[Path, ...]]:
    board = position.plain_board()
    white = position.turn is Color.WHITE
    for origin in [square for square in position.pieces() if board[square].white == white]:
        for target in slides(position.ruleset.movement, board, origin, board[origin]):
            yield (Path((origin, SQUARES[target]), ()),)
