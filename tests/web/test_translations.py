"""The catalogues: complete, and nothing in them that the pages do not use."""

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from damaci.web.language import LANGUAGES, SOURCE
from tests.web import messages

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
PLACEHOLDER = re.compile(r"\{\w+\}|%(?:\(\w+\))?[sd]")


@pytest.fixture(scope="module")
def template() -> Catalog:
    return messages.template()


@pytest.fixture(scope="module", params=TRANSLATED)
def catalog(request: pytest.FixtureRequest) -> Catalog:
    return messages.read(request.param)


def forms(text: object) -> tuple[str, ...]:
    """The one text of a message, or each of its plural forms."""
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def entries(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def test_the_pages_have_texts(template: Catalog) -> None:
    texts = {forms(message.id)[0] for message in entries(template)}
    assert {"New game", "You must take {n} piece.", "Beginner", "There is nothing here"} <= texts


def test_every_text_is_translated(template: Catalog, catalog: Catalog) -> None:
    found = {forms(message.id): forms(message.string) for message in entries(catalog)}
    wanted = {forms(message.id) for message in entries(template)}
    assert sorted(text for text in wanted if not all(found.get(text, [""]))) == []


def test_nothing_else_is(template: Catalog, catalog: Catalog) -> None:
    wanted = {forms(message.id) for message in entries(template)}
    assert sorted(forms(message.id) for message in entries(catalog) if forms(message.id) not in wanted) == []
    assert list(catalog.obsolete) == []
    assert [message.id for message in catalog if message.fuzzy] == []


def test_placeholders_are_the_same(catalog: Catalog) -> None:
    wrong = []
    for message in entries(catalog):
        expected = Counter(PLACEHOLDER.findall(forms(message.id)[-1]))
        wrong += [form for form in forms(message.string) if Counter(PLACEHOLDER.findall(form)) != expected]
    assert wrong == []


def test_plurals_have_as_many_forms_as_the_language(catalog: Catalog) -> None:
    for message in entries(catalog):
        if message.pluralizable:
            assert len(forms(message.string)) == catalog.num_plurals == 2, message.id


def test_no_text_begins_or_ends_with_a_space(catalog: Catalog) -> None:
    assert [form for message in entries(catalog) for form in forms(message.string) if form != form.strip()] == []


def test_translations_end_as_the_texts_do(catalog: Catalog) -> None:
    def end(text: str) -> str:
        return text[-1] if text[-1] in ".!?…:" else ""

    wrong = [form for message in entries(catalog) for form in forms(message.string) if end(form) != end(forms(message.id)[-1])]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_files_are_as_they_are_written(language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before, written = messages.path_of(language).read_bytes(), tmp_path / "damaci.po"
    catalog = messages.read(language)
    monkeypatch.setattr(messages, "path_of", lambda _: written)
    messages.write(language, catalog)
    assert written.read_bytes() == before
