"""The legal moves of many positions, one position after another."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from damaci.batch.check import whole_numbers
from damaci.board.square import Square
from damaci.errors import IllegalMove

ACTIONS = 64 * 64
"""The number of actions; an action is `64 * origin + target`."""


@dataclass(frozen=True, eq=False)
class Moves:
    """The moves of all positions, one position after another. The moves of position i are at `offsets[i]` to
    `offsets[i + 1]`.

    Within a position they have the order of `Position.legal_moves`, so the number of a move there, its *choice*,
    identifies it. Its *action* is one of a fixed number of actions, as learning agents need it; captures that differ
    only in the captured pieces have the same action.

    >>> from damaci.batch import Positions
    >>> moves = Positions.from_fens(["W:Wf3:Bc7,d6,e5,g5,f4", "W:Wa2:Bh7"]).legal_moves()
    >>> moves.counts.tolist(), moves.origin.tolist(), moves.target.tolist()
    ([1, 2], [21, 8, 8], [49, 9, 16])
    """

    offsets: NDArray[np.int64]
    """[n + 1] for n positions; the last is the number of all moves."""
    origin: NDArray[np.uint8]
    """[m]: a square, 0 (a1) to 63 (h8)."""
    target: NDArray[np.uint8]
    """[m]"""
    captured: NDArray[np.uint64]
    """[m]: a set of squares, bit n for square n."""

    def __len__(self) -> int:
        return len(self.origin)

    @property
    def counts(self) -> NDArray[np.int64]:
        """[n]: how many moves each position has."""
        return np.diff(self.offsets)

    @cached_property
    def position(self) -> NDArray[np.int64]:
        """[m]: the position to which each move belongs."""
        return np.repeat(np.arange(len(self.offsets) - 1), self.counts)

    @cached_property
    def action(self) -> NDArray[np.int64]:
        """[m]: each move's place in a mask."""
        return np.int64(64) * self.origin + self.target

    def choose(self, actions: ArrayLike) -> NDArray[np.int64]:
        """The choices [n] that actions [n] mean, one for each position; of several captures with the same action, the
        first.

        Raises IllegalMove for an action that is not legal, and BadArgument unless there is one whole number for each
        position.
        """
        wanted = whole_numbers("actions", actions, len(self.counts))
        found = self.find(wanted)
        if (found < 0).any():
            self._refuse(wanted, int(found.argmin()))
        return found

    def find(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Like `choose`, but the choice is -1 where an action is not legal."""
        hits = np.flatnonzero(self.action == actions[self.position])
        positions, first = np.unique(self.position[hits], return_index=True)
        found = np.full(len(actions), -1, np.int64)
        found[positions] = hits[first] - self.offsets[positions]
        return found

    def _refuse(self, actions: NDArray[np.int64], position: int) -> None:
        action = int(actions[position])
        if not 0 <= action < ACTIONS:
            raise IllegalMove(f"position {position}: action {action} is none, expected 0 to {ACTIONS - 1}")
        raise IllegalMove(f"position {position}: {Square(action // 64)} to {Square(action % 64)} is not legal there")
