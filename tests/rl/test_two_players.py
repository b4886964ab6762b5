"""The environment for two agents, tested with PettingZoo's own tests and with games."""

import subprocess
import sys

import pytest
from pettingzoo.test import api_test, seed_test

from damaci import RULESETS, DamaciError
from damaci.rl import TwoPlayers


@pytest.mark.filterwarnings(
    "ignore::UserWarning"
)  # PettingZoo recommends other spaces and names, though its own board games have such spaces
@pytest.mark.parametrize("ruleset", RULESETS)
def test_pettingzoo_accepts_it(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(TwoPlayers(ruleset, max_plies=60), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(lambda: TwoPlayers(max_plies=60), num_cycles=50)


def test_a_game_that_is_won() -> None:
    env = TwoPlayers(fen="W:Wd4,e2:Bd5")
    env.reset()
    env.step(int(env.observe("white")["action_mask"].argmax()))
    assert env.rewards == {"white": 1, "black": -1}
    assert env.terminations == {"white": True, "black": True}
    assert env.infos["black"]["outcome"] == "1-0, captured-all"
    for agent in env.agent_iter():
        assert env.last()[1] == {"white": 1, "black": -1}[agent]
        env.step(None)
    assert env.agents == []


def test_a_game_that_is_cut_short() -> None:
    env = TwoPlayers(max_plies=1)
    env.reset()
    env.step(int(env.observe("white")["action_mask"].argmax()))
    assert env.truncations == {"white": True, "black": True}
    assert env.rewards == {"white": 0, "black": 0}
    env.reset()
    assert not any(env.truncations.values())
    assert env.agent_selection == "white"


def test_the_board_in_text() -> None:
    env = TwoPlayers(render_mode="ansi")
    env.reset()
    assert env.render().startswith("8 . . . .")


def test_without_gymnasium() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import damaci.rl"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.endswith(
        "ImportError: damaci.rl needs Gymnasium and PettingZoo. To get them: pip install 'damaci[rl]'\n"
    )


def test_what_cannot_be_a_step() -> None:
    env = TwoPlayers()
    with pytest.raises(DamaciError, match="expected reset before step"):
        env.step(3)
    env.reset()
    with pytest.raises(DamaciError, match="action is None"):
        env.step(None)
