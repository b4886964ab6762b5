"""A slow, simple move generator, written as the rules are explained; tests compare the kernel with it."""

from collections.abc import Iterator, Set
from typing import NamedTuple

from damaci.rules.movement import Movement, Step, last_rank
from damaci.rules.steps import Board, Piece, jumps, slides

Move = tuple[int, int, frozenset[int]]
"""(origin, target, captured squares): a move's identity."""


class Chain(NamedTuple):
    """A way of capturing, complete or not."""

    squares: tuple[int, ...]
    """The squares on which the piece stood, from the origin on."""
    taken: tuple[int, ...]
    """The captured squares, in order."""
    finished: bool
    """Whether nothing more can be captured from here."""


def chains(movement: Movement, board: Board, white: bool) -> Iterator[Chain]:
    """Every way of capturing that the pieces of one side could make, short and unfinished ones too."""
    for square, piece in board.items():
        if piece.white == white:
            rest = {other: there for other, there in board.items() if other != square}
            yield from _chains_from(movement, rest, piece, (square,), (), None)


def _chains_from(
    movement: Movement, board: Board, piece: Piece, squares: tuple[int, ...], taken: tuple[int, ...], last: Step | None
) -> Iterator[Chain]:
    further = list(jumps(movement, board, squares[-1], piece, frozenset(taken), last))
    if taken:
        yield Chain(squares, taken, finished=not further)
    for jump in further:
        yield from _chains_from(movement, board, piece, (*squares, jump.landing), (*taken, jump.over), jump.step)


def legal_chains(movement: Movement, board: Board, white: bool) -> list[Chain]:
    """The chains that may be played: finished, long enough, and by a piece that has priority."""
    legal = [chain for chain in chains(movement, board, white) if chain.finished]
    if movement.priority == "king-first":
        legal = _kings_if_any(board, legal)
    if movement.choice == "maximum":
        most = max((len(chain.taken) for chain in legal), default=0)
        legal = [chain for chain in legal if len(chain.taken) == most]
    if movement.priority == "king-among-equals":
        legal = _kings_if_any(board, legal)
    return legal


def _kings_if_any(board: Board, legal: list[Chain]) -> list[Chain]:
    return [chain for chain in legal if board[chain.squares[0]].king] or legal


def moves(movement: Movement, board: Board, white: bool) -> Set[Move]:
    """The legal moves of one side."""
    if captures := legal_chains(movement, board, white):
        return {(chain.squares[0], chain.squares[-1], frozenset(chain.taken)) for chain in captures}
    return {
        (square, target, frozenset())
        for square, piece in board.items()
        if piece.white == white
        for target in slides(movement, board, square, piece)
    }


def play(board: Board, move: Move) -> Board:
    """The board after a move; a man that ended on the last rank is a king."""
    origin, target, captured = move
    after = {square: piece for square, piece in board.items() if square != origin and square not in captured}
    piece = board[origin]
    after[target] = Piece(piece.white, piece.king or last_rank(target, white=piece.white))
    return after


def perft(movement: Movement, board: Board, white: bool, depth: int) -> int:
    """How many sequences of `depth` legal moves there are."""
    if depth == 0:
        return 1
    return sum(perft(movement, play(board, move), not white, depth - 1) for move in moves(movement, board, white))
