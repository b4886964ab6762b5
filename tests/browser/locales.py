"""Browsers of people of every language: a text that fits in one of them may be too long in another."""

from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from babel.core import get_global

from damaci.languages import LANGUAGES

_REGIONS = {"en": "GB", "ar": "KW"}
"""The regions of languages for which it is not the region with the most speakers. Kuwait uses other digits than
Europe."""


def _locale(language: str) -> str:
    region = _REGIONS.get(language) or get_global("likely_subtags")[language].rpartition("_")[2]
    return f"{language}-{region}"


LOCALES = {language: _locale(language) for language in LANGUAGES}
"""By the language of the page."""

_BY_DAY = ("bg", "ar")
"""The language with the longest texts, and one from right to left."""


def by_day(*sets: Any) -> list[ParameterSet]:
    """Parameter sets. Each set, or its first value, is a language or a locale; those in other languages than _BY_DAY's
    are marked as nightly."""
    return [_parameters(each if isinstance(each, tuple) else (each,)) for each in sets]


def _parameters(values: tuple[Any, ...]) -> ParameterSet:
    if values[0].partition("-")[0] in _BY_DAY:
        return pytest.param(*values)
    return pytest.param(*values, marks=pytest.mark.nightly)
