"""Checks of arrays that a caller passes in."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from damaci.arguments import bad
from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.problems import find_problems
from damaci.board.square import squares_of
from damaci.errors import SetupError
from damaci.rules.movement import last_rank
from damaci.rules.ruleset import Ruleset


def expect_sound(boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], ruleset: Ruleset) -> None:
    """Raises SetupError for arrays of another type or shape, and for the first row that is not a position."""
    if not isinstance(boards, np.ndarray) or not isinstance(white_to_move, np.ndarray):
        raise bad("boards and white_to_move", (type(boards), type(white_to_move)), "NumPy arrays")
    if not boards.ndim:
        raise SetupError(f"boards are {boards.dtype}[]: expected uint64[n, 4]")
    _expect("boards", boards, "uint64", (len(boards), 4))
    _expect("white_to_move", white_to_move, "bool", (len(boards),))
    overlaps = _overlaps(boards)
    unsound = overlaps | impossible(boards, ruleset)
    if unsound.any():
        at = int(unsound.argmax())
        problem = "two pieces on one square" if overlaps[at] else _problems(boards[at], ruleset)
        raise SetupError(f"position {at}: {problem}")


def impossible(boards: NDArray[np.uint64], ruleset: Ruleset) -> NDArray[np.bool_]:
    """[n]: which boards [n, 4] have no pieces, or a piece where it cannot stand."""
    white_men, white_kings, black_men, black_kings = boards.T
    occupied = white_men | white_kings | black_men | black_kings
    unused = occupied & ~_set(filter(ruleset.movement.playable, range(64)))
    unpromoted = white_men & _last_rank(white=True) | black_men & _last_rank(white=False)
    found: NDArray[np.bool_] = (occupied == 0) | (unused != 0) | (unpromoted != 0)
    return found


def _overlaps(boards: NDArray[np.uint64]) -> NDArray[np.bool_]:
    white_men, white_kings, black_men, black_kings = boards.T
    both = (white_men | white_kings) & (black_men | black_kings)
    found: NDArray[np.bool_] = (white_men & white_kings | black_men & black_kings | both) != 0
    return found


def whole_numbers(name: str, values: Any, count: int) -> NDArray[np.int64]:
    """The values as an array [count]. Raises BadArgument when they are not `count` whole numbers."""
    given = np.asarray(values)
    if given.shape != (count,):
        raise bad(name, f"an array {list(given.shape)}", f"[{count}], one for each position")
    if given.size and given.dtype.kind not in "iu":
        raise bad(name, f"an array of {given.dtype}", "whole numbers")
    numbers = np.ascontiguousarray(given, np.int64)
    if given.dtype.kind == "u" and (numbers < 0).any():
        raise bad(name, f"{given.max()}", "numbers below 2**63")
    return numbers


def _expect(name: str, array: NDArray[Any], dtype: str, shape: tuple[int, ...]) -> None:
    if array.dtype != dtype or array.shape != shape:
        raise SetupError(f"{name} are {array.dtype}{list(array.shape)}: expected {dtype}{list(shape)}")


def _set(squares: Any) -> np.uint64:
    return np.uint64(sum(1 << square for square in squares))


def _last_rank(*, white: bool) -> np.uint64:
    return _set(square for square in range(64) if last_rank(square, white=white))


def _problems(board: NDArray[np.uint64], ruleset: Ruleset) -> str:
    kinds = [Piece(color, king) for color in Color for king in (False, True)]
    pieces = {square: kind for kind, squares in zip(kinds, board, strict=True) for square in squares_of(int(squares))}
    return "; ".join(problem.message for problem in find_problems(pieces, ruleset.movement))
