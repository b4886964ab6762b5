"""Browsers of people of every language: a text that fits in one of them may be too long in another."""

from babel.core import get_global

from damaci.languages import LANGUAGES

_REGIONS = {"en": "GB", "ar": "KW"}
"""Where it is not the region with the most speakers. Kuwait writes other digits than Europe."""


def _locale(language: str) -> str:
    region = _REGIONS.get(language) or get_global("likely_subtags")[language].rpartition("_")[2]
    return f"{language}-{region}"


LOCALES = {language: _locale(language) for language in LANGUAGES}
"""By the language of the page."""
