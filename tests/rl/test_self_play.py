from typing import Any

import gymnasium
import numpy as np
import pytest

from damaci import BadArgument, Color
from damaci.batch import ACTIONS
from damaci.rl import SelfPlay
from damaci.rl.match import Match

KINGS = "W:WKa1,Kb1:BKh8,Kg8,Kf8"
RESULTS = {None: 0, Color.WHITE: 1, Color.BLACK: -1}


def legal_actions(observation: dict[str, Any], random: np.random.Generator) -> np.ndarray:
    """A random legal action for each game; 0 if a game has none."""
    chances = observation["action_mask"] * random.random(observation["action_mask"].shape)
    return chances.argmax(axis=1)


@pytest.mark.parametrize(
    ("ruleset", "fen", "max_plies"),
    [
        ("turkish", None, 120),
        ("turkish", KINGS, 60),
        ("hgware", KINGS, 60),
        ("bulgarian", None, 120),
        ("world", KINGS, 70),
    ],
)
def test_every_game_goes_as_a_game_does(ruleset: str, fen: str | None, max_plies: int) -> None:
    """Compares each game with a `damaci.rl.match.Match` that gets the same actions: observations, ends, rewards, new
    games."""
    count = 6
    random = np.random.default_rng(7)
    env = SelfPlay(count, ruleset, fen, max_plies)
    games = [Match(ruleset, fen, max_plies) for _ in range(count)]
    observation, info = env.reset()
    ended = [False] * count
    endings = 0
    for _ in range(160):
        actions = legal_actions(observation, random)
        movers = [game.game.turn for game in games]
        observation, reward, terminated, truncated, info = env.step(actions)
        for at in range(count):
            if ended[at]:
                games[at] = Match(ruleset, fen, max_plies)
                assert (reward[at], terminated[at], truncated[at]) == (0, False, False)
            else:
                games[at].play(actions[at])
                assert reward[at] == games[at].reward(movers[at])
                assert (terminated[at], truncated[at]) == (games[at].is_over, games[at].is_cut_short)
            ended[at] = bool(terminated[at] or truncated[at])
            outcome = games[at].game.outcome()
            seen = games[at].observe(games[at].game.turn)
            np.testing.assert_array_equal(observation["observation"][at], seen["observation"])
            assert ended[at] or np.array_equal(observation["action_mask"][at], seen["action_mask"])
            assert info["winner"][at] == (RESULTS[outcome.winner] if outcome else 0)
            assert info["ply"][at] == games[at].game.ply
            endings += ended[at]
    assert endings > 0


def test_an_action_that_is_not_legal_resigns() -> None:
    env = SelfPlay(3)
    observation, _ = env.reset()
    actions = observation["action_mask"].argmax(axis=1)
    actions[1] = 0
    _, reward, terminated, truncated, info = env.step(actions)
    assert reward.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    assert info["winner"].tolist() == [0, -1, 0]
    observation, reward, terminated, truncated, info = env.step(np.array([ACTIONS, -1, 7]))
    assert reward.tolist() == [-1, 0, -1]
    assert info["winner"].tolist() == [1, 0, 1]
    assert info["ply"].tolist() == [1, 0, 1]
    assert observation["action_mask"].sum(axis=1).tolist() == [0, 8, 0]
    assert not truncated.any()


def test_gymnasium_makes_it_and_its_spaces_hold() -> None:
    env = gymnasium.make_vec("damaci/SelfPlay-v0", num_envs=4, ruleset="world", max_plies=20)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    observation, _ = env.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(30):
        assert env.observation_space.contains(observation)
        actions = legal_actions(observation, random)
        assert env.action_space.contains(actions)
        observation, reward, *_ = env.step(actions)
        assert reward.dtype == np.float32
    env.close()


@pytest.mark.parametrize("actions", [[0.0, 0.0], [0], None, [[0, 0]]])
def test_actions_are_one_whole_number_for_each_game(actions: Any) -> None:
    with pytest.raises(BadArgument, match=r"actions is .*: expected 2 whole numbers"):
        SelfPlay(2).step(actions)


def test_a_game_that_is_over_cannot_begin() -> None:
    with pytest.raises(BadArgument, match="fen is 'W:WKa1:BKh8': expected a position in which the game is not over"):
        SelfPlay(2, fen="W:WKa1:BKh8")
