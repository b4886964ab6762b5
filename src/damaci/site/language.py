"""The languages of the pages: catalogues read from the .po files, and the choice among them. The source language is
English."""

from dataclasses import dataclass
from functools import cache, partial
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from damaci.errors import CONTEXT
from damaci.sentence import Sentence

LOCALES = Path(__file__).parents[1] / "locales"
SOURCE = "en"
LANGUAGES = (SOURCE, "tr", "bg")
RIGHT_TO_LEFT = frozenset({"ar", "fa", "he"})

Texts = dict[str, str | list[str]]


@dataclass(frozen=True)
class Catalog:
    """One language: what translates on this side, and the same texts for the page's scripts.

    `texts` maps an English text to its translation, and a singular to the list of its plural forms. Texts with a
    context are left out: only this side uses them."""

    language: str
    translations: NullTranslations
    texts: Texts

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`, for the page; the board itself is always left to right."""
        return "rtl" if self.language in RIGHT_TO_LEFT else "ltr"

    def translate_reason(self, reason: Sentence) -> str:
        """What is wrong with a value, in this language."""
        return reason.translated(partial(self.translations.pgettext, CONTEXT))


@cache
def catalog(language: str) -> Catalog:
    """The catalogue of one of LANGUAGES. Raises KeyError for another language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    if language == SOURCE:
        return Catalog(SOURCE, NullTranslations(), {})
    return _read(language)


def _read(language: str) -> Catalog:
    # Babel takes a while to import, and English needs none of it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (LOCALES / language / "LC_MESSAGES" / "damaci.po").open("rb") as file:
        po = read_po(file, locale=language, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, po)
    compiled.seek(0)
    texts: Texts = {}
    for message in po:
        if message.context:
            continue
        match message.id, message.string:
            case str(text), str(translation) if text:
                texts[text] = translation
            case (str(one), _), (*forms,):
                texts[one] = forms
    return Catalog(language, GNUTranslations(compiled), texts)


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
        return float(value) if name == "q" else 1.0
    except ValueError:
        return 0.0
