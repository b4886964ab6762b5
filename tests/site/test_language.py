"""The choice of a language, and the reading of its catalogue."""

import re
from pathlib import Path

import pytest

import damaci.site
from damaci.languages import LANGUAGES
from damaci.rules.catalogue import RULESETS
from damaci.site.assets import Assets
from damaci.site.language import catalog, choose

STATIC = Path(damaci.site.__file__).parent / "static"
POCKET = STATIC.parents[1] / "pocket" / "static"
"""These pages have their texts from files that contain all of them."""


@pytest.mark.parametrize(
    ("wishes", "accept", "language"),
    [
        ((), "", "en"),
        ((), "tr", "tr"),
        ((), "tr-TR,tr;q=0.9,en;q=0.8", "tr"),
        ((), "de-DE,bg;q=0.5,tr;q=0.7", "tr"),
        ((), "en;q=0.2,bg;q=0.9", "bg"),
        ((), "tr;q=0,bg;q=0.1", "bg"),
        ((), "*;q=0.5, de", "en"),
        ((), "tr;q=x, ;;;,,q=1;=", "en"),
        (("bg", "tr"), "en", "bg"),
        ((None, "", "TR_tr", "bg-BG"), "tr", "bg"),
        (("TR",), "bg", "tr"),
        (("xx",), "xx", "en"),
    ],
)
def test_the_first_wish_that_can_be_met_is_taken(wishes: tuple[str | None, ...], accept: str, language: str) -> None:
    assert choose(*wishes, accept=accept) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_text_stays_english(language: str) -> None:
    translations = catalog(language).translations
    assert translations.gettext("no such text") == "no such text"
    assert [translations.ngettext("one thing", "many things", count) for count in (0, 1, 2)] == [
        "many things",
        "one thing",
        "many things",
    ]


def test_there_is_no_catalogue_for_another_language() -> None:
    with pytest.raises(KeyError):
        catalog("../tr")


def test_languages_have_their_own_words() -> None:
    assert catalog("tr").translations.gettext("New game") == "Yeni oyun"
    assert catalog("bg").translations.gettext("New game") == "Нова игра"
    assert catalog("ar").translations.gettext("New game") == "مباراة جديدة"
    assert [language for language in LANGUAGES if catalog(language).direction == "rtl"] == ["ar"]


def test_turkish_and_bulgarian_count_in_two_forms_and_arabic_in_six() -> None:
    assert [[*catalog(language).examples] for language in ("tr", "bg", "ar")] == [[1, 0], [1, 0], [0, 1, 2, 3, 11, 100]]
    said = [
        catalog("ar").translations.ngettext("{n} move", "{n} moves", n).format(n=n) for n in (1, 2, 3, 11, 100, 103)
    ]
    assert [re.sub("[\u2068\u2069]", "", text) for text in said] == [
        "نقلة واحدة",
        "نقلتان",
        "3 نقلات",
        "11 نقلة",
        "100 نقلة",
        "103 نقلات",
    ]


def test_names_keep_their_direction_beside_others() -> None:
    assert catalog("en").isolated("Ada") == "Ada"
    assert catalog("en").isolated("محمد") == "\u2068محمد\u2069"
    assert catalog("ar").isolated("1-0") == "\u20681-0\u2069"


def test_scripts_know_the_titles_of_all_rulesets() -> None:
    script = (STATIC / "lobby" / "terms.js").read_text(encoding="utf-8")
    told = dict(re.findall(r'^    (\w+): t\("([^"]+)"\),$', script, re.MULTILINE))
    assert told == {name: ruleset.title for name, ruleset in RULESETS.items()}


def test_a_page_has_the_texts_that_its_script_can_need() -> None:
    texts = catalog("tr").texts
    assets = Assets()
    scripts = [file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*.js")]
    pocket = "".join(file.read_text(encoding="utf-8") for file in POCKET.rglob("*.js"))
    known = frozenset[str]().union(*(assets.literals(script) for script in scripts))
    assert [text for text in texts if text not in known and text not in pocket] == []
    game = assets.literals("game/main.js")
    assert {"Your turn", "Opponent on holiday until {time}."} <= game
    assert "Your game in the tournament begins." in assets.literals("shell.js")
    assert len(texts.keys() & game) < len(texts)
