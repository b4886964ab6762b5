import sys
from typing import Any

import pytest

from damaci.engine import LEVELS, Limits, level
from damaci.engine.contempt import CONTEMPT
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.match import read_contender
from damaci.match.contender import DEFAULT_LIMITS, HubPlayer, OwnPlayer


def how(text: str, limits: Limits | None = None) -> Any:
    player = read_contender(text, limits).start()
    assert isinstance(player, OwnPlayer)
    return player._how


@pytest.mark.parametrize("name", LEVELS)
def test_levels(name: str) -> None:
    assert how(name) == how(f"level={name}") == LEVELS[name]
    assert read_contender(name).name == name


def test_a_level_with_a_style() -> None:
    assert how("level=easy-bold") == how("easy-bold") == level("easy-bold")


def test_limits_of_its_own_come_before_those_of_the_match() -> None:
    assert how("nodes=5000, threads=1") == how("nodes=5000", Limits(depth=3)) == Limits(nodes=5000)
    assert how("threads=1,hash=1", Limits(depth=3)) == Limits(depth=3)
    assert how("threads=1,hash=1") == DEFAULT_LIMITS


def test_a_level_keeps_within_its_own_limits_and_those_of_the_match() -> None:
    assert how("hard", Limits(seconds=0.01)).limits == Limits(depth=8, seconds=0.01)
    assert how("hard", Limits(depth=20, nodes=500)).limits == Limits(depth=8, nodes=500, seconds=1)
    assert how("expert", Limits(depth=3, seconds=5)).limits == Limits(depth=3, seconds=1)
    assert how("level=hard,nodes=10", Limits(depth=3)).limits == Limits(nodes=10)


@pytest.mark.parametrize(
    ("text", "contempt"), [("depth=1", CONTEMPT), ("depth=1,contempt=0", 0), ("level=master,contempt=7", 7)]
)
def test_contempt(text: str, contempt: int) -> None:
    player: Any = read_contender(text).start()
    assert player._contempt == contempt


def test_a_name() -> None:
    assert read_contender("name=new,depth=3").name == "new"


def test_a_hub_engine() -> None:
    contender = read_contender(f"cmd:{sys.executable} -m damaci engine", Limits(nodes=300), "world")
    player = contender.start()
    game = Game("world")
    assert isinstance(player, HubPlayer)
    player.new_game(1)
    assert player.move(game) in game.legal_moves
    player.stop()
    player.new_game(2)
    assert player.move(game) in game.legal_moves
    player.close()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("grandmaster", r"no engine 'grandmaster': expected a level \(beginner, easy"),
        ("", "no engine ''"),
        ("nodes=0", "nodes is '0': expected a whole number"),
        ("nodes=1e3", "nodes is '1e3'"),
        (f"depth={'9' * 5000}", "expected a whole number"),
        ("seconds=nan", "seconds is 'nan'"),
        ("seconds=", "seconds is ''"),
        ("contempt=-1", "contempt is '-1': expected a whole number from 0 on"),
        ("contempt=1001", "contempt is 1001: expected"),
        ("level=best", "no level 'best'"),
        ("speed=5", "no option 'speed': expected depth, nodes"),
        ("nodes=5,,", "no option ''"),
        ("name=", "an empty name"),
    ],
)
def test_what_is_no_engine_is_told(text: str, message: str) -> None:
    with pytest.raises(DamaciError, match=message):
        read_contender(text)


@pytest.mark.parametrize(
    ("text", "has"), [("master", True), ("level=master,book=yes", True), ("level=master,book=no", False)]
)
def test_a_level_plays_without_a_book_if_told(text: str, has: bool) -> None:
    player = read_contender(text).start()
    assert isinstance(player, OwnPlayer)
    assert (player._engine._book is not None) is has
    with pytest.raises(DamaciError, match="book is 'maybe': expected yes or no"):
        read_contender("level=master,book=maybe")
