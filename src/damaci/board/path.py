"""The ways in which a capture can be played, and how to find the one that a text names."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from damaci.board.square import SQUARES, Square
from damaci.rules.movement import Movement, Step
from damaci.rules.steps import Board, jumps


class Path(NamedTuple):
    """One way to play a move.

    >>> from damaci.board.position import Position
    >>> position = Position.from_fen("W:WKa1:Ba7,a4")
    >>> ["x".join(map(str, path.squares)) for path in position.paths(position.legal_moves[0])]
    ['a1xa5xa8', 'a1xa6xa8']
    """

    squares: tuple[Square, ...]
    """The squares on which the piece stands, in order, from the origin to the target."""
    jumps: tuple[Square, ...]
    """The captured squares, in the order in which they are jumped."""


def by_landings(movement: Movement, board: Board, squares: Sequence[Square]) -> Path | None:
    """The path that lands on exactly these squares, if the piece on the first of them can jump like that."""
    rest = {square: piece for square, piece in board.items() if square != squares[0]}
    taken: tuple[Square, ...] = ()
    last: Step | None = None
    for here, there in pairwise(squares):
        possible = jumps(movement, rest, here, board[squares[0]], frozenset(taken), last)
        jump = next((jump for jump in possible if jump.landing == there), None)
        if jump is None:
            return None
        taken = (*taken, SQUARES[jump.over])
        last = jump.step
    return Path(tuple(squares), taken)


def by_captures(movement: Movement, board: Board, origin: Square, taken: Sequence[Square]) -> list[Path]:
    """The paths that capture exactly these squares in this order: one for each last square and direction."""
    rest = {square: piece for square, piece in board.items() if square != origin}
    ways: dict[tuple[int, Step | None], tuple[Square, ...]] = {(origin, None): (origin,)}
    for count, over in enumerate(taken):
        gone = frozenset(taken[:count])
        ways = {
            (jump.landing, jump.step): (*squares, SQUARES[jump.landing])
            for (here, last), squares in ways.items()
            for jump in jumps(movement, rest, here, board[origin], gone, last)
            if jump.over == over
        }
    return [Path(squares, tuple(taken)) for squares in ways.values()]
