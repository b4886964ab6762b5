"""Many games at once, in each of which the agent plays against itself, as a vector environment of Gymnasium."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from damaci.arguments import bad, expect_threads, expect_whole
from damaci.batch import ACTIONS, Positions
from damaci.board.position import Position
from damaci.rl.match import QUIET_PLIES, Observation, action_space, observation_space
from damaci.rl.past import Past
from damaci.rules.ruleset import Ruleset

MOST_GAMES = 1_000_000
MOST_PLIES = 100_000


class SelfPlay(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games at once. In each game the side to move observes and acts; the two sides take turns.

    Observations and actions are those of `damaci.rl.match`, with one row for each game. The reward of a step is for the
    side that has just moved: 1 when its move won the game, -1 when its action was not legal, 0 otherwise. Every draw
    rule of the ruleset applies; a game of `max_plies` is truncated. A game that has ended restarts at the next step;
    the action and the reward of that step do not count for it (Gymnasium's NEXT_STEP autoreset). The infos are arrays:
    `winner` (1 if White has won, -1 if Black has won, otherwise 0), `white_to_move` and `ply`.

    >>> env = SelfPlay(num_envs=3, ruleset="world")
    >>> observation, info = env.reset()
    >>> observation["observation"].shape, observation["action_mask"].sum(axis=1).tolist()
    ((3, 6, 8, 8), [22, 22, 22])
    >>> observation, reward, terminated, truncated, info = env.step(observation["action_mask"].argmax(axis=1))
    >>> reward.tolist(), info["white_to_move"].tolist()
    ([0.0, 0.0, 0.0], [False, False, False])
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: str | Ruleset = "turkish",
        fen: str | None = None,
        max_plies: int = 400,
        threads: int = 1,
    ) -> None:
        """`threads`: how many threads process the positions. Raises BadArgument (also if the game is over at `fen`),
        FenError, UnknownRuleset."""
        self.num_envs = expect_whole("num_envs", num_envs, 1, MOST_GAMES)
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._max_plies = expect_whole("max_plies", max_plies, 1, MOST_PLIES)
        self._threads = expect_threads(threads)
        first = Position.start(ruleset) if fen is None else Position.from_fen(fen, ruleset)
        self._start = Positions.of([first])[np.zeros(self.num_envs, np.intp)]
        if self._start.results().over.any():
            raise bad("fen", fen, "a position in which the game is not over")
        self._begin()

    def _begin(self) -> None:
        self._positions = self._start
        self._past = Past(self._start, self._max_plies)
        self._ended = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Restarts every game. Nothing in a game is random, so the seed has no effect."""
        self._begin()
        return self._observe(), self._info(np.zeros(self.num_envs, np.int8))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays one move in every game in progress; ended games restart. Raises BadArgument unless there is one whole
        number for each game."""
        wanted = self._read(actions)
        movers = np.where(self._positions.white_to_move, 1, -1)
        resigned = self._play(wanted)
        results = self._positions.results(threads=self._threads)
        drawn = self._past.is_drawn(self._positions.ruleset.endings)
        winner = np.where(resigned, -movers, results.winner).astype(np.int8)
        terminated = resigned | results.over | drawn
        truncated = ~terminated & (self._past.ply >= self._max_plies)
        reward = (winner * movers).astype(np.float32)
        self._ended = terminated | truncated
        return self._observe(), reward, terminated, truncated, self._info(winner)

    def _read(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The actions, converted to the board as White sees it."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise bad("actions", actions, f"{self.num_envs} whole numbers")
        return np.where(self._positions.white_to_move, given, ACTIONS - 1 - given).astype(np.int64)

    def _play(self, wanted: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Plays the legal actions, and restarts ended games. Returns which games were resigned by an illegal action."""
        begin = self._ended
        before = self._positions
        moves = before.legal_moves(self._threads)
        choice = moves.find(wanted)
        resigned = (choice < 0) & ~begin
        choice[begin] = -1
        after = before.play(choice, self._threads)
        self._past.add(before, moves, choice, after)
        self._past.forget(begin)
        self._positions = after.replaced(begin, self._start)
        return resigned

    def _observe(self) -> Observation:
        seen = self._positions.for_mover()
        mask = seen.mask(self._threads) & ~self._ended[:, None]
        past = np.stack([self._past.repeated / 2, self._past.quiet / QUIET_PLIES], axis=1)
        past_planes = np.broadcast_to(np.minimum(past, 1)[:, :, None, None], (self.num_envs, 2, 8, 8))
        return {
            "observation": np.concatenate([seen.planes(), past_planes], axis=1, dtype=np.float32),
            "action_mask": mask.astype(np.int8),
        }

    def _info(self, winner: NDArray[np.int8]) -> dict[str, Any]:
        return {
            "winner": winner,
            "white_to_move": self._positions.white_to_move.copy(),
            "ply": self._past.ply.copy(),
        }

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to release."""
