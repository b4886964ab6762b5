"""Names of players: a name cannot be mistaken for another one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.online.names import LONGEST, BadName, fold, safe


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Şahin 06",
        "İbrahim",
        "Ömer O’Neill",
        "Мария",
        "अदिति",
        "علي",
        "ضيف الله",
        "李小龍",
        "မြို့",
        "Ünal Çağrı",
        "Əli",
        "Straße",
        "علی ۷",
        "Ιωάννης",
        "Ђорђе",
        "山田",
        "カール",
    ],
)
def test_names_of_many_languages_are_shown_as_they_are(name: str) -> None:
    assert safe(name) == name


def test_spaces_are_put_in_order() -> None:
    assert safe("  Ada\t  L. ") == "Ada L."


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * (LONGEST + 1),
        "12345",
        "...",
        "Ada\u202egnp.exe",  # right-to-left override
        "Ada\u200bL",  # zero-width space
        "Ada\u0000",
        "Ada<b>",
        "Ada😀",
        "Аdа",  # the outer letters are Cyrillic
        "Z" + "\u0324" * 9 + "algo",
        "Damacı",
        "ADMIN",
        "Аdmin",
        "аdmіn",
        "Guest 1234",
        "Operator",
        "operat0r 2",
        "Yönetici",
        "Оператор",
        "ضيف 1234",
        "ضيف ١٢",
        "كمبيوتر",
        "Гост 1234",
        "M0derator",
        "\u3164\u3164",  # Hangul fillers, which are invisible
        "\u115f\u115f",
        "A\ufe0fda",  # variation selector
        "A\u034fda",  # combining grapheme joiner
        "ada\u17b4",  # invisible vowel
        "علـــي",  # stretched by a connecting line
        "Aǀice",  # a click letter that looks like l
        "ᴀda",  # small capital
        "ɑda",  # phonetic alpha
        "ᎪᎻᎷ",  # Cherokee
        "ꓮꓲ",  # Lisu
        "꙳ꙅᴀ",
        "A৪",  # a Bengali digit that looks like 8
        "ལ" + "ྐ" * 9,  # a stack of letters without combining classes
        "Bilgisayar",
        "Misafir",
        "Adm1n",
    ],
)
def test_names_that_deceive_or_break_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        safe(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "ADA."),
        ("Işık", "isik"),
        ("Boris", "Воris"),
        ("Olcay", "0lcay"),
        ("corn", "com"),
        ("Alice", "AIice"),
        ("Зев", "3eb"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text())
def test_any_text_is_a_name_or_is_refused(text: str) -> None:
    try:
        name = safe(text)
    except BadName:
        return
    assert safe(name) == name
    assert name.isprintable()
