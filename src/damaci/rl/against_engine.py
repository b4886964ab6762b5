"""One agent against the engine, as a Gymnasium environment: a step is the agent's move and the engine's answer."""

from typing import Any

import gymnasium
import numpy as np

from damaci.arguments import expect_word
from damaci.board.color import Color
from damaci.engine import Engine
from damaci.engine import level as find_level
from damaci.rl.match import Match, Observation, action_space, observation_space


class AgainstEngine(gymnasium.Env[Observation, np.int64]):
    """The agent has one color, the engine the other. A win is rewarded with 1, a loss with -1; an action that is not
    legal resigns.

    `damaci.rl.match` describes observations and actions. After `max_plies` the game is truncated. With the same
    seed the levels from beginner to hard give the same answers.

    >>> env = gymnasium.make("damaci/AgainstEngine-v0", level="beginner")
    >>> observation, info = env.reset(seed=1)
    >>> action = env.action_space.sample(observation["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> reward, terminated, truncated
    (0.0, False, False)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        level: str = "easy",
        color: str = "white",
        ruleset: str = "turkish",
        fen: str | None = None,
        max_plies: int = 400,
        render_mode: str | None = None,
    ) -> None:
        """Raises UnknownLevel, FenError, UnknownRuleset; BadArgument when `color` is not one or `max_plies` is below
        1."""
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._level = find_level(level)
        self._color = expect_word("color", color, Color)
        self._terms = ruleset, fen, max_plies
        self._match = Match(*self._terms)
        self._engine = Engine(hash_megabytes=1)
        self._seed = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a new game, with the engine's move if it has the first move."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**31))
        self._match = Match(*self._terms)
        self._answer()
        return self._match.observe(self._color), self._match.info

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays the agent's move, then the engine's. Raises GameOver when the game is over, and BadArgument."""
        match = self._match
        match.play(action)
        self._answer()
        return match.observe(self._color), match.reward(self._color), match.is_over, match.is_cut_short, match.info

    def render(self) -> str:
        """The board in plain text."""
        return str(self._match.game.position)

    def close(self) -> None:
        """Ends the engine's search, if one is running."""
        self._engine.stop()

    def _answer(self) -> None:
        match = self._match
        if not match.is_over and not match.is_cut_short and match.game.turn is not self._color:
            match.game.push(self._engine.play(match.game, self._level, self._seed))
