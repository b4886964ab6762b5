import re

import pytest

from damaci import _kernel
from damaci.errors import UnknownRuleset
from damaci.rules.catalogue import RULESETS, ruleset
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options

FEDERATION = Endings(one_each=OneEach.AT_ONCE, repetitions=3)


def test_every_ruleset_of_the_kernel_is_catalogued() -> None:
    assert list(RULESETS) == _kernel.rulesets()
    assert all(rules.name == name == rules.movement.name for name, rules in RULESETS.items())


@pytest.mark.parametrize(
    ("name", "endings"),
    [
        ("turkish", FEDERATION),
        ("armenian", FEDERATION),
        ("kenyan", FEDERATION),
        ("hgware", Endings(kings_only_moves=3)),
        ("world", Endings(no_progress_moves=25)),
        ("bulgarian", Endings(repetitions=3, no_progress_moves=15)),
    ],
)
def test_endings(name: str, endings: Endings) -> None:
    assert ruleset(name).endings == endings


def test_no_option_is_on_unless_asked_for() -> None:
    assert {rules.options for rules in RULESETS.values()} == {
        Options(touch_move=False, announcements=False, last_three_kings=False)
    }


def test_game_types_are_well_formed_and_tell_the_boards_apart() -> None:
    assert all(re.fullmatch(r"\d+,[WB],8,8,A0,0", rules.game_type) for rules in RULESETS.values())
    assert {rules.game_type for rules in RULESETS.values() if rules.name != "bulgarian"} == {"30,W,8,8,A0,0"}
    assert ruleset("bulgarian").game_type != "30,W,8,8,A0,0"


def test_look_up() -> None:
    world = ruleset("world")
    assert ruleset(world) is world
    assert repr(world) == "ruleset('world')"


@pytest.mark.parametrize("name", ["", "Turkish", "chess"])
def test_unknown_ruleset_names_those_there_are(name: str) -> None:
    with pytest.raises(UnknownRuleset, match=f"no ruleset named '{name}': expected one of turkish, hgware, "):
        ruleset(name)


def test_the_catalogue_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        RULESETS["mine"] = ruleset("turkish")  # type: ignore[index]
