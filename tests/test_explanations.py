"""Every code of a refusal has an entry, in every language."""

import importlib
import pkgutil
import re
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

import damaci
from damaci import services
from damaci.board.refusal import RefusalCode
from damaci.errors import DamaciError
from damaci.explanations import (
    APPS,
    BLUETOOTH,
    BROADCASTS,
    DEVICES,
    ENDS,
    EXPLANATIONS,
    MOVES,
    ORDERS,
    PROGRAMS,
    STUDIES,
    TABLE,
    TOURNAMENTS,
    Counted,
    Explanation,
    end_code,
)
from damaci.game.outcome import ALWAYS_DRAWN, NEVER_DRAWN, WINNERS, Reason
from damaci.host.conversation import PASSING
from damaci.languages import LANGUAGES
from damaci.links.bluetooth import REMEDIES
from damaci.links.messages import BYES
from damaci.links.visit import UPDATE_HERE, UPDATE_THERE
from damaci.online.moderation import OrderRefusal
from damaci.play.refusal import TableCode
from damaci.site.explaining import explained, explanations
from damaci.site.language import catalog
from damaci.studies import StudyCode
from damaci.tournament import TournamentCode

PACKAGE = Path(damaci.__file__).parent
REASONED = {"bad-value", "no-link", "unknown-level", "unknown-ruleset", "bad-message", "bad-order"}
"""Codes of errors that have a reason of their own."""


@pytest.mark.parametrize(
    ("codes", "entries"),
    [
        ({*RefusalCode}, MOVES),
        ({*TableCode}, TABLE),
        ({*BYES, UPDATE_HERE, UPDATE_THERE}, DEVICES),
        ({f"bluetooth-{code}" for code in REMEDIES}, BLUETOOTH),
        (PASSING, APPS),
        ({f"tournament-{code}" for code in TournamentCode}, TOURNAMENTS),
        ({f"study-{code}" for code in StudyCode}, STUDIES),
        ({f"order-{code}" for code in get_args(OrderRefusal)}, ORDERS),
    ],
    ids=["moves", "table", "devices", "bluetooth", "conversation", "tournaments", "studies", "orders"],
)
def test_every_code_has_its_entry(codes: set[str], entries: Mapping[str, Explanation]) -> None:
    assert codes <= {*entries}


@pytest.mark.parametrize("reason", Reason)
def test_every_end_has_its_entry(reason: Reason) -> None:
    drawn = {end_code(reason, "1/2-1/2")}
    won = {end_code(reason, result) for result, winner in WINNERS.items() if winner}
    assert drawn <= {*ENDS} or reason in {*NEVER_DRAWN, Reason.CAPTURED_ALL, Reason.BLOCKED}
    assert won <= {*ENDS}
    assert len(won) == 1 or reason not in ALWAYS_DRAWN


def test_an_end_says_who_has_lost() -> None:
    assert ENDS[end_code("time", "0-1")].headline == "White ran out of time."
    assert ENDS[end_code("abandoned", "1-0")].headline == "Black left the game."
    assert ENDS[end_code("abandoned", "1/2-1/2")].headline == "The game was abandoned."


def test_no_code_has_two_meanings() -> None:
    assert len(EXPLANATIONS) == sum(
        map(len, (MOVES, TABLE, APPS, DEVICES, BLUETOOTH, TOURNAMENTS, STUDIES, BROADCASTS, ORDERS, ENDS))
    )


def test_every_word_of_the_api_has_its_entry() -> None:
    words = set()
    for app in ("home", "nearby", "online", "site"):
        for file in (PACKAGE / app).rglob("*.py"):
            words |= set(
                re.findall(
                    r"(?:(?:Refused|Rejected)\(\d+|__init__\(\d+|Forbidden\(\s*|Refused\(\s*code=),? ?\"([a-z-]+)\"",
                    file.read_text(),
                )
            )
    for module in pkgutil.iter_modules(services.__path__, f"{services.__name__}."):
        importlib.import_module(module.name)  # only errors of imported modules are found
    words |= {each.code for each in _subclasses(DamaciError)}
    assert "name-taken" in words
    assert words - REASONED <= {*EXPLANATIONS, *PROGRAMS}


def _subclasses(error: type[DamaciError]) -> list[type[DamaciError]]:
    return [error, *(found for each in error.__subclasses__() for found in _subclasses(each))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_told_in_every_language(language: str) -> None:
    entries = explanations(language)
    assert {*entries} == {"otherwise", *EXPLANATIONS}
    for code, explanation in EXPLANATIONS.items():
        for field, text in explanation._asdict().items():
            said = entries[code].get(field, "")
            assert bool(said) == bool(text)
            assert isinstance(said, list) == isinstance(text, Counted)
            assert language == "en" or not text or said not in (text, [*text])


def test_a_refusal_is_told_with_its_numbers() -> None:
    said = explained(catalog("en"), "must-capture-more", must_count=4, count=2)
    assert said == "You must take 4 pieces. That move takes only 2."
    assert explained(catalog("en"), "must-capture", must_count=1) == "You must take 1 piece."
    assert explained(catalog("en"), "of another version") == "That cannot be done now."
    assert explained(catalog("tr"), "game-over") == "Oyun bitti."
