"""One catalogue and one line add a language: an artificial one with Polish letters and Polish plural forms."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from babel.messages.catalog import Message

from damaci.cli.terminal.words import Words
from damaci.languages import LANGUAGES, Language
from damaci.services.preferences import Preferences
from damaci.site import addresses, explaining, language, rendering
from damaci.site.announcement import Announcement
from damaci.site.assets import Assets
from tools import catalogues, messages

CODE = "pl"
PLURALS = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
LINE = Language(CODE, "Polski", PLURALS)


def pseudo(text: str, form: int | str = "") -> str:
    """An artificial translation of a text, with the same values."""
    return f"[{text}]{form}"


def fill(message: Message) -> None:
    if isinstance(message.id, str):
        message.string = pseudo(message.id)
    else:
        message.string = tuple(pseudo(message.id[1], form) for form in range(3))


@pytest.fixture(scope="module")
def fifth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Adds the catalogue, as tools.messages would make it, and the line in LANGUAGES."""
    folder = tmp_path_factory.mktemp("locales")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LANGUAGES, CODE, LINE)
        patch.setattr(messages, "LOCALES", folder)
        catalog = messages.read(CODE)
        catalog.update(messages.template(), no_fuzzy_matching=True)
        for message in catalog:
            if message.id:
                fill(message)
        messages.write(CODE, catalog)
        catalogues.compile_one(messages.path_of(CODE), messages.path_of(CODE).parent)
        patch.setattr(language, "LOCALES", folder)
        yield
    for cached in (language.catalog, explaining.explanations):
        cached.cache_clear()


@pytest.mark.usefixtures("fifth")
def test_it_is_chosen_by_who_reads_it() -> None:
    assert language.choose(accept="pl-PL,en;q=0.5") == CODE
    assert language.catalog(CODE).direction == "ltr"


@pytest.mark.usefixtures("fifth")
def test_a_page_is_written_in_it_and_offers_it() -> None:
    told = {"status": 404, "prefs": msgspec.to_builtins(Preferences())}
    renderer = rendering.Renderer(Assets(), addresses.Addresses(requests={}, channels={}, pages={"home": "/"}))
    text = renderer.render("error.html", CODE, told, {"announcement": Announcement()})
    assert '<html lang="pl" dir="ltr"' in text
    assert '<option value="pl" lang="pl" selected>Polski</option>' in text


@pytest.mark.usefixtures("fifth")
def test_it_counts_in_its_own_way() -> None:
    words = language.catalog(CODE)
    assert words.examples == (1, 2, 0)
    assert [words.translations.ngettext("{n} move", "{n} moves", n)[-1] for n in (1, 3, 5, 22)] == ["0", "1", "2", "1"]
    headline = explaining.explanations(CODE)["must-capture"]["headline"]
    assert [re.sub(r".*\]", "", form) for form in headline] == ["0", "1", "2"]


@pytest.mark.usefixtures("fifth")
def test_a_terminal_speaks_it() -> None:
    words = Words(CODE)
    assert words.turn("white") == "[White to move]"
    assert words.must_take(3) == "[You must take 3 pieces.]1"
    assert words.orders.read("[Resign]".lower()) == "resign"
