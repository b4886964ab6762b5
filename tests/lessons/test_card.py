"""The rule cards: every property in which rulesets differ is explained, and the drawings show legal moves."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from damaci import RULESETS, Endings, OneEach, Reading, Ruleset
from damaci.lessons.card import Section, card
from damaci.lessons.wording import DRAWS, ONE_EACH, OPTIONS, READINGS

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def section(ruleset: Ruleset, name: str) -> Section:
    return next(each for each in card(ruleset) if each.name == name)


def text_of(ruleset: Ruleset, name: str) -> str:
    return " ".join(map(str, section(ruleset, name).sentences))


@every_ruleset
def test_every_reading_is_told(ruleset: Ruleset) -> None:
    texts = [sentence.text for sentence in section(ruleset, "readings").sentences]
    assert texts[1:] == [READINGS[each] for each in ruleset.readings]


def test_nothing_that_a_ruleset_can_have_is_without_words() -> None:
    assert set(READINGS) == set(Reading)
    assert set(ONE_EACH) == set(OneEach)
    assert set(OPTIONS) == set(RULESETS["turkish"].options.__slots__)
    assert set(Endings.__slots__) - {"one_each"} == set(DRAWS) - {"no-repetitions"}


@every_ruleset
def test_the_draws_are_those_of_the_program(ruleset: Ruleset) -> None:
    text = text_of(ruleset, "draws")
    assert ONE_EACH[ruleset.endings.one_each] in text
    for name in ("kings_only_moves", "repetitions", "no_progress_moves"):
        count = getattr(ruleset.endings, name)
        assert (DRAWS[name].format(n=count) in text) == bool(count)
    assert (DRAWS["no-repetitions"] in text) == (not ruleset.endings.repetitions)


def test_other_endings_make_another_card() -> None:
    changed = replace(RULESETS["turkish"], endings=Endings(one_each=OneEach.UNLESS_CAPTURE, no_progress_moves=7))
    assert "unless the side to move can take" in text_of(changed, "draws")
    assert "after 7 moves" in text_of(changed, "draws")


@pytest.mark.parametrize(
    ("name", "part", "words"),
    [
        ("turkish", "choice", "takes the most pieces"),
        ("turkish", "start", "16 men"),
        ("hgware", "draws", "after 3 moves"),
        ("world", "men", "diagonally forward"),
        ("world", "draws", "after 25 moves"),
        ("bulgarian", "choice", "If a dama can take"),
        ("bulgarian", "start", "12 men"),
        ("bulgarian", "captures", "when the whole move is over"),
        ("bulgarian", "draws", "after 15 moves"),
        ("armenian", "kings", "along ranks and files only"),
        ("kenyan", "choice", "both take the most"),
    ],
)
def test_what_is_special_is_told(name: str, part: str, words: str) -> None:
    assert words in text_of(RULESETS[name], part)


@every_ruleset
def test_the_drawings_show_legal_moves(ruleset: Ruleset) -> None:
    diagrams = [diagram for each in card(ruleset) for diagram in each.diagrams]
    assert len(diagrams) >= 7
    for diagram in diagrams:
        assert set(diagram.moves) <= set(diagram.position.legal_moves)
        assert diagram.position.ruleset is ruleset
        assert (diagram.moves == ()) == (diagram.caption.text == "The start")
        root = ElementTree.fromstring(diagram.svg())
        pieces = [each for each in root.iter() if each.get("class", "").split()[0:1] in (["white"], ["black"])]
        assert len(pieces) == sum(map(len, diagram.pieces().values())) > 0


def test_a_drawing_tells_what_stands_where() -> None:
    (diagram,) = section(RULESETS["turkish"], "promotion").diagrams
    assert diagram.pieces() == {"white man": ["f6"], "black dama": ["e8"], "black man": ["f7"]}


@every_ruleset
def test_a_long_way_is_drawn_once(ruleset: Ruleset) -> None:
    ways = section(ruleset, "kings").diagrams[0].moves
    assert len(ways) == len(ruleset.movement.king_moves)
