"""Which games are over, and which side won, as far as the positions show it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from damaci.rules.endings import OneEach


@dataclass(frozen=True, eq=False)
class Results:
    """The results that positions show without earlier moves. `damaci.Game` also counts repetitions and moves without
    progress."""

    over: NDArray[np.bool_]
    """[n]: whether the game is over."""
    winner: NDArray[np.int8]
    """[n]: 1 if White has won, -1 if Black has won, 0 for a draw or a game that goes on."""

    @classmethod
    def of(
        cls,
        boards: NDArray[np.uint64],
        white_to_move: NDArray[np.bool_],
        can_move: NDArray[np.bool_],
        can_capture: NDArray[np.bool_],
        one_each: OneEach,
    ) -> "Results":
        """The results of these positions. As in `Game`, the order of the rules is: all captured, one piece each,
        blocked."""
        white = np.bitwise_count(boards[:, :2]).sum(axis=1)
        black = np.bitwise_count(boards[:, 2:]).sum(axis=1)
        captured_all = (white == 0) | (black == 0)
        drawn = (white == 1) & (black == 1) & _may_end(one_each, can_move, can_capture)
        blocked = ~can_move & ~captured_all & ~drawn
        mover = np.where(white_to_move, 1, -1)
        winner = np.where(captured_all, np.where(white > 0, 1, -1), np.where(blocked, -mover, 0))
        return cls(captured_all | drawn | blocked, winner.astype(np.int8))


def _may_end(one_each: OneEach, can_move: NDArray[np.bool_], can_capture: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """In which positions one piece each ends the game."""
    match one_each:
        case OneEach.NEVER:
            return np.zeros_like(can_move)
        case OneEach.AT_ONCE:
            return np.ones_like(can_move)
        case OneEach.UNLESS_CAPTURE:
            return can_move & ~can_capture
