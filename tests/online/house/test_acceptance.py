"""Which of the house's players accept which games."""

import msgspec
import pytest

from damaci.engine.levels import LEVELS
from damaci.languages import LANGUAGES
from damaci.online.house.acceptance import nearest, refusal
from damaci.online.house.characters import CHARACTERS, lines, offered
from damaci.online.house.driver import due
from damaci.online.names import safe
from damaci.online.terms import GameTerms
from damaci.services.new_games import Time
from damaci.site.language import catalog
from damaci.store.seeks import Seek

WISH = '{"clock":{"base":300,"increment":3}}'


@pytest.mark.parametrize(
    ("clock", "code"),
    [
        (None, "computer-needs-clock"),
        (Time(30), "computer-needs-time"),
        (Time(20, 1), ""),
        (Time(60), ""),
        (Time(3600, 30), ""),
    ],
)
def test_they_play_with_a_clock_that_they_can_keep(clock: Time | None, code: str) -> None:
    assert refusal(GameTerms(clock=clock)) == code


def test_the_nearest_in_strength_who_is_free_comes() -> None:
    ratings = {"weak": 800.0, "middle": 1500.0, "strong": 2200.0}
    assert nearest(ratings, (), 2000) == "strong"
    assert nearest(ratings, ["strong"], 2000) == "middle"
    assert nearest(ratings, (), None) == "middle"
    assert nearest(ratings, ratings, 2000) is None


def test_there_is_one_at_each_level_and_each_has_a_line_in_every_language() -> None:
    assert [each.level for each in CHARACTERS] == list(LEVELS)
    assert len({safe(each.name) for each in CHARACTERS}) == len(LEVELS)
    for language in LANGUAGES:
        assert list(lines(catalog(language))) == list(LEVELS)


def test_those_who_think_too_long_stay_away() -> None:
    assert [each.level for each in offered(0.5)] == ["beginner", "easy", "casual", "medium"]
    assert len(offered(3)) == len(LEVELS)


def test_seeks_of_people_that_have_waited_are_due_one_of_each_player() -> None:
    seeks = [seek("new", "ada", 90), seek("second", "ada", 20), seek("first", "ada", 10), seek("program", "bot", 5)]
    seeks.insert(0, msgspec.structs.replace(seek("calm", "ada", 1), wish="{}"))
    seeks[-1] = msgspec.structs.replace(seeks[-1], computer="program")
    assert [each.id for each in due(seeks, before=50)] == ["first"]


def seek(id: str, player: str, created: float) -> Seek:
    return Seek(id=id, player=player, name="", open=True, wish=WISH, created=created, seen=created)
