"""Two agents against each other, as a PettingZoo environment: they act in turn."""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from damaci.arguments import bad
from damaci.board.color import Color
from damaci.errors import DamaciError
from damaci.rl.match import Match, Observation, action_space, observation_space


class TwoPlayers(AECEnv[str, Any, Any]):
    """Agents "white" and "black". The winner is rewarded with 1, the loser with -1; an action that is not legal
    resigns.

    `damaci.rl.match` describes observations and actions. After `max_plies` the game is truncated.

    >>> env = TwoPlayers(max_plies=100)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     done = termination or truncation
    ...     env.step(None if done else int(env.action_space(agent).sample(observation["action_mask"])))
    """

    metadata = {"name": "damaci_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, ruleset: str = "turkish", fen: str | None = None, max_plies: int = 400, render_mode: str | None = None
    ) -> None:
        """Raises FenError, UnknownRuleset, and BadArgument when `max_plies` is less than 1."""
        self.render_mode = render_mode
        self.possible_agents = [str(color) for color in Color]
        self._terms = ruleset, fen, max_plies
        self._match = Match(*self._terms)
        self._observation_space = observation_space()
        self._action_space = action_space()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for both."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for both."""
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. Nothing in a game is random, so the seed has no effect."""
        self._match = Match(*self._terms)
        self.agents = self.possible_agents.copy()
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._update_agents()

    def observe(self, agent: str) -> Observation:
        """The game as this agent sees it."""
        return self._match.observe(Color(agent))

    def step(self, action: int | None) -> None:
        """Plays for the agent whose turn it is; an agent whose game is over can only step with None. Raises BadArgument
        for None in a game that goes on, DamaciError before the first `reset`."""
        if not hasattr(self, "agents"):
            raise DamaciError("there is no game yet: expected reset before step")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise bad("action", action, "a whole number, as the game goes on")
        self._cumulative_rewards[self.agent_selection] = 0.0
        mover = self._match.game.turn
        self._match.play(action)
        self._update_agents()
        self.agent_selection = str(mover.other)
        self._accumulate_rewards()

    def render(self) -> str:
        """The board in plain text."""
        return str(self._match.game.position)

    def close(self) -> None:
        """There is nothing to release."""

    def _update_agents(self) -> None:
        match = self._match
        self.agent_selection = str(match.game.turn)
        self.rewards = {agent: match.reward(Color(agent)) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, match.is_over)
        self.truncations = dict.fromkeys(self.agents, match.is_cut_short)
        self.infos = {agent: match.info for agent in self.agents}  # noqa: C420  # each agent may write into its own
