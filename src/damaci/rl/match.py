"""The part that both environments share: a game as an agent sees and plays it, with planes, an action mask, numbered
actions and rewards."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from damaci.arguments import expect_whole
from damaci.batch import ACTIONS, Positions
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.game.game import Game
from damaci.game.outcome import Reason

Observation = dict[str, Any]
"""The arrays "observation" and "action_mask"."""

FARTHEST = 2**63
QUIET_PLIES = 50
"""After this many plies without a capture or a man's move, their plane has its maximum, 1."""

PLANES = 6
"""Own men, own kings, the other side's men and kings; earlier occurrences of the position (halves); plies without
progress."""


def action_space() -> spaces.Discrete:
    """An action is `64 * origin + target`, with squares numbered from the agent's own a1: Black sees the board turned
    round."""
    return spaces.Discrete(ACTIONS)


def observation_space() -> spaces.Dict:
    """Planes by rank and file, as the agent sees the board, and the mask of legal actions: none when it is not the
    agent's turn."""
    planes = spaces.Box(0, 1, (PLANES, 8, 8), np.float32)
    return spaces.Dict({"observation": planes, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)})


class Match:
    """A game with a maximum number of plies."""

    def __init__(self, ruleset: str, fen: str | None, max_plies: int) -> None:
        """Raises FenError, UnknownRuleset, and BadArgument when `max_plies` is less than 1."""
        self.game = Game(ruleset, fen)
        self._max_plies = expect_whole("max_plies", max_plies, 1)

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.game.outcome() is not None

    @property
    def is_cut_short(self) -> bool:
        """Whether the game was truncated after its maximum of plies."""
        return not self.is_over and self.game.ply >= self._max_plies

    def observe(self, color: Color) -> Observation:
        """The observation of one side."""
        if self.game.turn is color:
            position = self.game.position
        else:
            position = self.game.position.passed()
        seen = Positions.of([position]).for_mover()
        mask = np.zeros(ACTIONS)
        if self.game.turn is color and not self.is_over:
            mask = seen.mask()[0]
        return {
            "observation": np.concatenate([seen.planes()[0], self._past()], dtype=np.float32),
            "action_mask": mask.astype(np.int8),
        }

    def play(self, action: int | np.integer[Any]) -> None:
        """Plays the move that an action means; of several captures between the same squares, the first. An illegal
        action resigns. Raises BadArgument for a value that is not a whole number."""
        move = self._move(expect_whole("action", action, -FARTHEST, FARTHEST))
        if move is None:
            self.game.end("0-1" if self.game.turn is Color.WHITE else "1-0", Reason.RESIGNATION)
        else:
            self.game.push(move)

    def reward(self, color: Color) -> float:
        """1 for a win, -1 for a loss, 0 for a draw or while the game goes on."""
        outcome = self.game.outcome()
        if outcome is None or outcome.winner is None:
            return 0.0
        if outcome.winner is color:
            return 1.0
        return -1.0

    @property
    def info(self) -> dict[str, Any]:
        """Information for people: the position as FEN, and the outcome of a finished game."""
        found: dict[str, Any] = {"fen": self.game.position.fen}
        if outcome := self.game.outcome():
            found["outcome"] = str(outcome)
        return found

    def _past(self) -> NDArray[np.float32]:
        keys, quiet_plies = self.game.history
        repeated = min(keys.count(self.game.position.key) / 2, 1)
        quiet = min(quiet_plies / QUIET_PLIES, 1)
        return np.broadcast_to(np.array([repeated, quiet], np.float32)[:, None, None], (2, 8, 8))

    def _move(self, action: int) -> Move | None:
        if self.game.turn is Color.BLACK:
            action = ACTIONS - 1 - action
        wanted = divmod(action, 64)
        return next((move for move in self.game.legal_moves if (move.origin, move.target) == wanted), None)
