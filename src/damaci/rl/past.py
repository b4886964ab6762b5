"""The facts about earlier moves that draw rules need, for many games at once: see `damaci.game.draws`."""

import numpy as np
from numpy.typing import NDArray

from damaci.batch import Positions
from damaci.batch.moves import Moves
from damaci.rules.endings import Endings


class Past:
    """The counters of n games. Arrays are [n]."""

    def __init__(self, start: Positions, max_plies: int) -> None:
        """The games begin at these positions."""
        count = len(start)
        self.ply = np.zeros(count, np.int64)
        self.quiet = np.zeros(count, np.int64)
        """Plies since the last capture or man's move."""
        self.repeated = np.zeros(count, np.int64)
        """How often the position occurred earlier."""
        self._kings_only = np.zeros(count, np.int64)
        """Plies played with one king on each side and nothing else."""
        self._keys = np.zeros((count, max_plies + 1), np.uint64)
        """[n, max_plies + 1]: the key of the position after each ply."""
        self._keys[:, 0] = start.keys()

    def add(self, before: Positions, moves: Moves, choice: NDArray[np.int64], after: Positions) -> None:
        """Counts one move in each game whose choice is not -1."""
        played = choice >= 0
        move = (moves.offsets[:-1] + choice)[played]
        is_capture = np.zeros(len(choice), np.bool_)
        is_capture[played] = moves.captured[move] != 0
        is_mans = np.zeros(len(choice), np.bool_)
        is_mans[played] = _men(before)[played] >> moves.origin[move].astype(np.uint64) & np.uint64(1) != 0
        self.quiet = np.where(is_capture | is_mans, 0, self.quiet + played)
        self._kings_only = np.where(_king_against_king(before) & ~is_capture, self._kings_only + played, 0)
        self.ply += played
        self._remember(after, played)

    def _remember(self, after: Positions, played: NDArray[np.bool_]) -> None:
        keys = after.keys()
        earlier = np.arange(self._keys.shape[1]) < self.ply[:, None]
        repeated = ((self._keys == keys[:, None]) & earlier).sum(axis=1)
        self.repeated = np.where(played, repeated, self.repeated)
        games = np.flatnonzero(played)
        self._keys[games, self.ply[games]] = keys[games]

    def forget(self, games: NDArray[np.bool_]) -> None:
        """Restarts these games."""
        for counts in (self.ply, self.quiet, self.repeated, self._kings_only):
            counts[games] = 0

    def is_drawn(self, endings: Endings) -> NDArray[np.bool_]:
        """Which games are drawn by rules about earlier moves."""
        drawn = np.zeros(len(self.ply), np.bool_)
        if endings.kings_only_moves:
            drawn |= self._kings_only >= endings.kings_only_moves
        if endings.repetitions:
            drawn |= self.repeated + 1 >= endings.repetitions
        if endings.no_progress_moves:
            drawn |= self.quiet >= 2 * endings.no_progress_moves
        return drawn


def _men(positions: Positions) -> NDArray[np.uint64]:
    """The men of the side to move, as sets of squares."""
    men: NDArray[np.uint64] = np.where(positions.white_to_move, positions.boards[:, 0], positions.boards[:, 2])
    return men


def _king_against_king(positions: Positions) -> NDArray[np.bool_]:
    pieces = np.bitwise_count(positions.boards)
    alone: NDArray[np.bool_] = (pieces == [0, 1, 0, 1]).all(axis=1)
    return alone
