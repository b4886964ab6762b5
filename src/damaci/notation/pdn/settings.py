"""A game's settings as tags: `[Options "last-three-kings"]`, `[Endings "one-each at-once, repetitions 3"]`; `none`
if all are off."""

import re
from dataclasses import asdict, fields, replace
from typing import Any

from damaci.errors import DamaciError
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options
from damaci.sentence import Sentence

NONE = "none"
_COUNT = re.compile("[0-9]{1,4}")
_OPTIONS = {field.name.replace("_", "-"): field.name for field in fields(Options)}
_ENDINGS = {field.name.replace("_", "-"): field.name for field in fields(Endings)}


def write_options(options: Options) -> str:
    """The options that are on.

    >>> write_options(Options(touch_move=True, last_three_kings=True))
    'touch-move, last-three-kings'
    """
    return ", ".join(word for word, name in _OPTIONS.items() if getattr(options, name)) or NONE


def read_options(text: str) -> Options:
    """The options that a text names. Raises DamaciError."""
    words = _words(text)
    if unknown := [word for word in words if word not in _OPTIONS]:
        known = {"name": repr(unknown[0]), "none": NONE, "known": ", ".join(_OPTIONS)}
        raise DamaciError(Sentence("unknown option {name}: expected {none}, or of {known}", known))
    return Options(**{_OPTIONS[word]: True for word in words})


def write_endings(endings: Endings) -> str:
    """The draw rules that are on.

    >>> write_endings(Endings(OneEach.AT_ONCE, repetitions=3))
    'one-each at-once, repetitions 3'
    """
    values = asdict(endings)
    on = (f"{word} {values[name]}" for word, name in _ENDINGS.items() if values[name] not in (0, OneEach.NEVER))
    return ", ".join(on) or NONE


def read_endings(text: str) -> Endings:
    """The draw rules that a text names; the others are off. Raises DamaciError."""
    return replace(Endings(), **dict(map(_read_ending, _words(text))))


def _read_ending(text: str) -> tuple[str, Any]:
    word, _, value = text.partition(" ")
    if word not in _ENDINGS:
        known = {"text": repr(text), "none": NONE, "known": ", ".join(_ENDINGS)}
        raise DamaciError(
            Sentence("unknown draw rule {text}: expected {none}, or of {known}, each with its value", known)
        )
    if word == "one-each":
        if value not in list(OneEach):
            known = {"text": repr(text), "word": word, "known": ", ".join(OneEach)}
            raise DamaciError(Sentence("{text}: expected {word} with one of {known}", known))
        return _ENDINGS[word], OneEach(value)
    if not _COUNT.fullmatch(value):
        raise DamaciError(
            Sentence("{text}: expected {word} with a number of at most four digits", {"text": repr(text), "word": word})
        )
    return _ENDINGS[word], int(value)


def _words(text: str) -> list[str]:
    words = [" ".join(part.split()) for part in text.split(",")]
    if words == [NONE]:
        return []
    return words
