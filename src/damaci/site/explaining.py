"""Explanations of refusals in the reader's language."""

from collections.abc import Iterable, Mapping
from functools import cache

from damaci.explanations import CONTEXT, EXPLANATIONS, OTHERWISE, PROGRAMS, Counted
from damaci.site.language import Catalog, catalog

Forms = str | list[str]
"""A text, or all plural forms of a text with a number."""


def explained(words: Catalog, code: str, must_count: int = 0, count: int = 0, round: int = 0) -> str:
    """The headline and detail for a code, in one text."""
    explanation = EXPLANATIONS.get(code, OTHERWISE)
    parts = (_one(words, explanation.headline, must_count), _one(words, explanation.detail, count))
    return " ".join(part for part in parts if part).replace("{round}", str(round))


def for_programs(words: Catalog, code: str) -> str:
    """The sentence of an API's answer; in English for codes that only programs see."""
    return PROGRAMS.get(code) or explained(words, code)


def _one(words: Catalog, text: str | Counted, n: int) -> str:
    if isinstance(text, Counted):
        return words.translations.npgettext(CONTEXT, text.one, text.other, n).format(n=n)
    if text:
        return words.translations.pgettext(CONTEXT, text)
    return ""


FEATURES = ("bluetooth", "broadcast", "ended", "follow", "lines", "order", "study", "tournament")
"""The beginnings of codes that only the pages of one feature need."""


def of_features(language: str, features: Iterable[str]) -> Mapping[str, Mapping[str, Forms]]:
    """The explanations for a page that has some of the FEATURES."""
    left_out = {*FEATURES} - {*features}
    return {code: found for code, found in explanations(language).items() if code.partition("-")[0] not in left_out}


@cache
def explanations(language: str) -> Mapping[str, Mapping[str, Forms]]:
    """Every explanation, for the pages' scripts. Empty parts are left out."""
    words = catalog(language)
    entries = {"otherwise": OTHERWISE, **EXPLANATIONS}
    return {
        code: {field: _forms(words, text) for field, text in explanation._asdict().items() if text}
        for code, explanation in entries.items()
    }


def _forms(words: Catalog, text: str | Counted) -> Forms:
    if isinstance(text, Counted):
        return [words.translations.npgettext(CONTEXT, text.one, text.other, n) for n in words.examples]
    return words.translations.pgettext(CONTEXT, text)
