"""The catalogues are complete, and contain nothing that the pages do not use."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message

from damaci.languages import LANGUAGES, TRANSLATED
from damaci.site import language as translations
from tools import messages
from tools.catalogues import isolated, said_by_scripts

VALUE = re.compile(r"\$\{[^`}]*\}")
"""The value in a template literal."""
TEXT = re.compile(r"""\bt\("([^"]+)"\)""")
PLACEHOLDER = re.compile(r"\{\w+\}|%(?:\(\w+\))?[sd]")


@pytest.fixture(scope="module")
def template() -> Catalog:
    return messages.template()


@pytest.fixture(scope="module", params=TRANSLATED)
def catalog(request: pytest.FixtureRequest) -> Catalog:
    return messages.read(request.param)


def forms(text: object) -> tuple[str, ...]:
    """The text of a message, or each of its plural forms."""
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def entries(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def test_the_pages_have_texts(template: Catalog) -> None:
    texts = {forms(message.id)[0] for message in entries(template)}
    assert {"New game", "You must take {n} piece.", "Beginner", "There is nothing here"} <= texts


def test_the_texts_inside_template_literals_of_scripts_are_found(template: Catalog) -> None:
    """Babel does not find texts inside template literals, so each of them must also be used elsewhere."""
    scripts = (messages.PACKAGE / "site" / "static").rglob("*.js")
    values = [value for script in scripts for value in VALUE.findall(script.read_text("utf-8"))]
    inside = {text for value in values for text in TEXT.findall(value)}
    assert "Remove" in inside
    assert inside - {message.id for message in entries(template) if not message.context} == set()


def test_every_text_is_translated(template: Catalog, catalog: Catalog) -> None:
    found = {(forms(message.id), message.context): forms(message.string) for message in entries(catalog)}
    wanted = {(forms(message.id), message.context) for message in entries(template)}
    assert [text for text in wanted if not all(found.get(text, [""]))] == []


def test_nothing_else_is(template: Catalog, catalog: Catalog) -> None:
    wanted = {forms(message.id) for message in entries(template)}
    assert sorted(forms(message.id) for message in entries(catalog) if forms(message.id) not in wanted) == []
    assert list(catalog.obsolete) == []
    assert [message.id for message in catalog if message.fuzzy] == []


def test_placeholders_are_the_same(catalog: Catalog) -> None:
    """A plural form for a single number may have that number as a word."""
    wrong = []
    for message in entries(catalog):
        expected = Counter(PLACEHOLDER.findall(forms(message.id)[-1]))
        for number, form in enumerate(forms(message.string)):
            named = Counter(PLACEHOLDER.findall(form))
            alone = message.pluralizable and numbers_with(catalog, number) == 1
            wrong += [form] if named != expected and not (alone and named + Counter({"{n}": 1}) == expected) else []
    assert wrong == []


def numbers_with(catalog: Catalog, form: int) -> int:
    """The number of numbers below 1,000 with this plural form."""
    plural = c2py(LANGUAGES[str(catalog.locale)].plurals.rpartition("plural=")[2].rstrip(";"))
    return sum(plural(n) == form for n in range(1000))


def test_plurals_have_as_many_forms_as_the_language(catalog: Catalog) -> None:
    for message in entries(catalog):
        if message.pluralizable:
            assert len(forms(message.string)) == catalog.num_plurals, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_gettext_and_browsers_count_alike(language: str) -> None:
    """Browsers take the plural rules and the order of the forms from CLDR, as Babel does."""
    rule = Locale(language).plural_form
    forms = [form for form in ("zero", "one", "two", "few", "many", "other") if form in {*rule.tags, "other"}]
    plural = c2py(LANGUAGES[language].plurals.rpartition("plural=")[2].rstrip(";"))
    assert [plural(n) for n in range(1000)] == [forms.index(rule(n)) for n in range(1000)]


def test_the_pages_scripts_get_the_same_texts(catalog: Catalog) -> None:
    language = str(catalog.locale)
    found = translations.catalog(language)
    assert found.texts["New game"] == found.translations.gettext("New game")
    assert found.texts["You must take {n} piece."] == [
        found.translations.ngettext("You must take {n} piece.", "You must take {n} pieces.", n) for n in found.examples
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("العب {move} أو d3-d4، f3xf5xd5.", ["{move}", "d3-d4", "f3xf5xd5"]),
        ("فاز (1-0) في 2026.03.01: {n}", ["1-0", "2026.03.01", "{n}"]),
        ("لعبة «Around the World» على Damacı.", ["Around the World", "Damacı"]),
        ("الأخطاء (?! ? ??)", ["?!", "??"]),
        ('وسم مثل [Event "Cup"]، ثم ${most} وقوس ) بلا (', ['[Event "Cup"]', "${most}", ")", "("]),
        ("نص بلا شيء منها؟", []),
    ],
)
def test_what_is_left_to_right_is_isolated(text: str, parts: list[str]) -> None:
    """Without isolation, 1-0 is shown as 0-1 after an Arabic letter."""
    done = isolated(text)
    assert re.findall("\u2068(.*?)\u2069", done) == parts
    assert re.sub("[\u2068\u2069]", "", done) == text


@pytest.mark.parametrize("language", TRANSLATED)
def test_values_are_isolated_where_letters_run_from_right_to_left(language: str) -> None:
    text = translations.catalog(language).translations.gettext("{name} invites you to a game")
    assert ("\u2068{name}\u2069" in text) == LANGUAGES[language].right_to_left


def test_the_scripts_get_only_what_they_say(template: Catalog, catalog: Catalog) -> None:
    found = translations.catalog(str(catalog.locale)).texts
    assert {text if isinstance(text, str) else text[0] for text in said_by_scripts()} == {*found}
    assert "Short lessons to play on the board, and the rules of every game that is played here." not in found
    assert {forms(text) for text in said_by_scripts()} <= {forms(message.id) for message in entries(template)}


def test_no_text_begins_or_ends_with_a_space(catalog: Catalog) -> None:
    texts = [message for message in entries(catalog) if message.id != ", "]
    assert [form for message in texts for form in forms(message.string) if form != form.strip()] == []


def test_translations_end_as_the_texts_do(catalog: Catalog) -> None:
    def end(text: str) -> str:
        last = text[-1].replace("؟", "?")
        return last if last in ".!?…:" else ""

    wrong = [
        form
        for message in entries(catalog)
        for form in forms(message.string)
        if end(form) != end(forms(message.id)[-1])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_files_are_as_they_are_written(language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = messages.path_of(language).read_bytes()
    written = tmp_path / "damaci.po"
    catalog = messages.read(language)
    monkeypatch.setattr(messages, "path_of", lambda _: written)
    messages.write(language, catalog)
    assert written.read_bytes() == before


REASONS = {
    "DamaciError",
    "FenError",
    "PdnError",
    "SetupError",
    "MoveTextError",
    "IllegalMove",
    "AmbiguousMove",
    "GameOver",
}
REASONS |= {"UnknownRuleset", "UnknownLevel", "Refusal", "Problem", "Sentence"}


def reasons_in(path: Path) -> Iterator[ast.Call]:
    """The calls in a module that create an error or its explanation."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REASONS:
            yield node


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    )


@pytest.mark.parametrize("package", ["board", "notation", "rules", "game", "analysis", "services", "site", "home"])
def test_what_is_wrong_with_a_record_can_be_translated(package: str) -> None:
    wrong = []
    for path in (messages.PACKAGE / package).rglob("*.py"):
        for call in reasons_in(path):
            extracted = isinstance(call.func, ast.Name) and call.func.id == "Sentence"
            texts = [isinstance(call.args[0], ast.Constant)] if extracted else [not is_text(each) for each in call.args]
            wrong += [] if all(texts) else [f"{path.name}:{call.lineno}"]
    assert wrong == []


FORMAL = {
    "bg": r"вие|ви|вас|ваш\w{0,3}|\w+[аеи]йте|(?:избер|напиш|върн|смен|отмен|обнов|освобод|въвед|натисн)ете",
    "tr": r"siz\w*|\w+[ıiuü]n[ıiuü]z|(?:güncelle|dene|bekle)yin|(?:aç|yaz|yap|bak)ın|(?:sil|seç|gir|ver|ed)in",
    "ar": r"أنتم|عليكم|لكم|لديكم|يمكنكم|\w+[^ا]وا|حضرت\w+|يرجى|الرجاء",
}
NO_WORD = r"(?!)"


def test_everybody_is_addressed_alike(catalog: Catalog) -> None:
    """All texts address the reader as a friend, both in the lessons and in the lobby."""
    address = re.compile(rf"\b(?:{FORMAL.get(str(catalog.locale), NO_WORD)})\b", re.IGNORECASE)
    assert [form for message in entries(catalog) for form in forms(message.string) if address.search(form)] == []


NOT_A_PLAYERS = {
    "bg": r"каца\w*|бегач\w*",
    "tr": r"alış\w*|kural takım\w*|koşan\w*|kondukça",
    "ar": r"بيدق\w*|جندي\w*|قبض\w*|\w*حاسوب|\w*ألعاب(?! التي تُ)|\w*لعبة (?:ضد|مصن|نتيجة)",
}


def test_the_words_are_a_players(catalog: Catalog) -> None:
    """In Turkish, a capture is "alma" or "yeme", never "alış" (buying); and no text says that a piece lands as
    aeroplanes do. In Arabic, a game that is played is "مباراة", and the computer has one name."""
    words = re.compile(rf"\b(?:{NOT_A_PLAYERS.get(str(catalog.locale), NO_WORD)})", re.IGNORECASE)
    assert [form for message in entries(catalog) for form in forms(message.string) if words.search(form)] == []
