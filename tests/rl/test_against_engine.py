"""The environment for one agent, tested with Gymnasium's own check and with games."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from damaci import GameOver, UnknownLevel
from damaci.rl import AgainstEngine


def make(**options: object) -> AgainstEngine:
    env = gymnasium.make("damaci/AgainstEngine-v0", disable_env_checker=True, **options).unwrapped
    assert isinstance(env, AgainstEngine)
    return env


@pytest.mark.parametrize("color", ["white", "black"])
def test_gymnasium_accepts_it(color: str) -> None:
    check_env(make(level="beginner", color=color, render_mode="ansi"))


def play(env: AgainstEngine, seed: int) -> tuple[list[str], float]:
    """Plays a game of a random agent; returns the positions and the last reward."""
    observation, info = env.reset(seed=seed)
    random = np.random.default_rng(seed)
    fens = [info["fen"]]
    reward = 0.0
    done = False
    while not done:
        action = random.choice(observation["action_mask"].nonzero()[0])
        observation, reward, terminated, truncated, info = env.step(action)
        done = terminated or truncated
        fens.append(info["fen"])
    return fens, reward


def test_the_same_seed_gives_the_same_game() -> None:
    env = make(level="beginner", color="black", max_plies=60)
    assert play(env, seed=3) == play(env, seed=3) != play(env, seed=4)


def test_chance_loses_to_the_engine() -> None:
    assert play(make(level="medium"), seed=1)[1] == -1


def test_the_engine_moves_first_when_it_is_white() -> None:
    env = make(level="beginner", color="black")
    observation, info = env.reset(seed=1)
    assert info["fen"].startswith("B:")
    assert observation["action_mask"].sum() > 0


def test_an_illegal_action_resigns() -> None:
    env = make()
    env.reset()
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["outcome"]) == (-1, True, False, "0-1, resignation")
    with pytest.raises(GameOver):
        env.step(0)


def test_bad_terms() -> None:
    with pytest.raises(UnknownLevel):
        AgainstEngine("strongest")
    with pytest.raises(ValueError, match="green"):
        AgainstEngine(color="green")


def test_the_board_in_text() -> None:
    env = make(render_mode="ansi")
    env.reset()
    assert env.render().startswith("8 . . . .")
    env.close()
