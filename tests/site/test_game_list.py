"""The rows of lists of games."""

import pytest

from damaci.play.events import Seat
from damaci.site.game_list import Name, row
from damaci.site.language import catalog
from damaci.stored import Summary

PERSON = Seat("person", "Ada")
BOT = Seat("engine", "Deniz", "club")
ENGINE = Seat("engine", level="club")


def summary(white: Seat, black: Seat, **more: object) -> Summary:
    stored = {"id": "g", "version": 5, "created": 1.0, "updated": 2.0, "ruleset": "turkish"}
    played = {"white": white, "black": black, "plies": 3, "result": "1-0", "reason": "resignation"}
    return Summary(**(stored | played | more))  # type: ignore[arg-type]


def test_names_lead_to_the_pages_of_those_who_have_one() -> None:
    found = row(catalog("en"), summary(PERSON, BOT), {"white": "ada"})
    assert found["names"] == (Name("Ada", "ada"), Name("Deniz (computer)"))
    assert found["title"] == "Ada – Deniz (computer)"
    assert [name.account for name in row(catalog("en"), summary(PERSON, PERSON))["names"]] == ["", ""]


def test_a_game_against_the_nameless_computer_has_no_names() -> None:
    found = row(catalog("en"), summary(PERSON, ENGINE), {"white": "ada"})
    assert found["names"] == ()
    assert found["title"].startswith("Against the computer, ")


def test_an_annulled_game_is_no_draw() -> None:
    annulled = summary(PERSON, PERSON, result="1/2-1/2", reason="annulled")
    assert row(catalog("en"), annulled)["result"] == "annulled"


def test_edited_names_are_shown(subtests: pytest.Subtests) -> None:
    for white, title in (("Cem", "Cem – Club player"), ("", "White – Club player")):
        with subtests.test(white):
            game = summary(Seat("person", white), ENGINE, tags={"White": white})
            assert row(catalog("en"), game)["title"] == title
