"""The catalogues of the pages' languages, and the choice among them.

`tools/catalogues.py` compiles them from the .po files when a wheel is built, and in a checkout by `make`.
"""

import gettext
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, partial
from gettext import NullTranslations, c2py
from pathlib import Path

from damaci.errors import CONTEXT
from damaci.languages import LANGUAGES, SOURCE
from damaci.sentence import Sentence

LOCALES = Path(__file__).parents[1] / "locales"
DOMAIN = "damaci"

Texts = dict[str, str | list[str]]

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_COUNTED = (*range(200), 10**6)
"""Among these numbers there is one for every plural form of a language."""


@dataclass(frozen=True)
class Catalog:
    """The translations of one language, for the server and for the page's scripts.

    `texts` has what the scripts say: it maps an English text to its translation, and a singular to the list of its
    plural forms."""

    language: str
    translations: NullTranslations
    texts: Texts

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`, for the page; the board itself is always left to right."""
        if LANGUAGES[self.language].right_to_left:
            return "rtl"
        return "ltr"

    def isolated(self, text: str) -> str:
        """A name or a result as a part of a longer text, so that its direction and that of its neighbours do not mix.
        Translations isolate their values already (`tools/catalogues.py`)."""
        if self.direction == "rtl" or _RIGHT_TO_LEFT.search(text):
            return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
        return text

    def joined(self, words: Iterable[str]) -> str:
        """Words one after the other, with the comma of the language between them."""
        return self.translations.gettext(", ").join(words)

    @cached_property
    def examples(self) -> tuple[int, ...]:
        """A number for each plural form, in the order in which gettext numbers the forms."""
        plural = c2py(LANGUAGES[self.language].plurals.rpartition("plural=")[2].rstrip(";"))
        found = {plural(n): n for n in reversed(_COUNTED)}
        # A form that only fractions have is never counted with; it stands as that of 0 would.
        return tuple(found.get(form, 0) for form in range(max(found) + 1))

    def translate_reason(self, reason: Sentence) -> str:
        """Translates the reason why a value is invalid."""
        return reason.translated(partial(self.translations.pgettext, CONTEXT))


@cache
def catalog(language: str) -> Catalog:
    """The catalogue of a language in LANGUAGES. Raises KeyError for other languages."""
    if language not in LANGUAGES:
        raise KeyError(language)
    if language == SOURCE:
        return Catalog(SOURCE, NullTranslations(), {})
    return _read(language)


def _read(language: str) -> Catalog:
    translations = gettext.translation(DOMAIN, LOCALES, [language])
    texts = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.json"
    return Catalog(language, translations, json.loads(texts.read_bytes()))


def choose(*wishes: str | None, accept: str = "") -> str:
    """The first of `wishes` that is one of LANGUAGES, else the best of an Accept-Language header, else English."""
    for wish in (*wishes, *_by_weight(accept)):
        base = (wish or "").strip().lower().partition("-")[0]
        if base in LANGUAGES:
            return base
    return SOURCE


def _by_weight(accept: str) -> list[str]:
    weighted = [(_weight(parameter), tag) for tag, _, parameter in (part.partition(";") for part in accept.split(","))]
    return [tag for weight, tag in sorted(weighted, key=lambda item: -item[0]) if weight > 0]


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    try:
        if name == "q":
            return float(value)
        return 1.0
    except ValueError:
        return 0.0
