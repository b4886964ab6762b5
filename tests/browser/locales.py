"""Browsers with the locales of every language: a text that fits in one language may be too long in another."""

from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from babel.core import get_global

from damaci.languages import LANGUAGES

_REGIONS = {"en": "GB", "ar": "KW"}
"""The regions of languages that are not tested with the region of most speakers. Kuwait has other digits than
Europe."""


def _locale(language: str) -> str:
    region = _REGIONS.get(language) or get_global("likely_subtags")[language].rpartition("_")[2]
    return f"{language}-{region}"


LOCALES = {language: _locale(language) for language in LANGUAGES}
"""The locale for each language of the pages."""

_BY_DAY = ("bg", "ar")
"""Bulgarian has the longest texts, and Arabic runs from right to left."""


def by_day(*sets: Any) -> list[ParameterSet]:
    """Parameter sets. Each set, or its first value, is a language or a locale; sets with a language that is not in
    _BY_DAY are marked as nightly."""
    return [_parameters(each if isinstance(each, tuple) else (each,)) for each in sets]


def _parameters(values: tuple[Any, ...]) -> ParameterSet:
    if values[0].partition("-")[0] in _BY_DAY:
        return pytest.param(*values)
    return pytest.param(*values, marks=pytest.mark.nightly)
