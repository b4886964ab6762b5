"""Cleans names and titles that people type or paste: they are stored as one line of visible characters."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Joiners are needed in Persian and Arabic words, and in emoji that consist of several characters."""


def readable(text: str) -> str:
    """A text on one line, without invisible characters except those that join or separate letters; empty if nothing is
    visible.

    >>> readable("  Friday\\u202e \\n Cup ")
    'Friday Cup'
    """
    line = " ".join("".join(filter(_belongs, text)).split())
    if all(each in JOINERS or each == " " for each in line):
        return ""
    return line


def is_readable(text: str) -> bool:
    """Whether a text has visible characters, and all of it can be shown on one line."""
    seen = "".join(each for each in text if each not in JOINERS)
    return bool(seen.strip()) and seen.isprintable()


def _belongs(character: str) -> bool:
    return unicodedata.category(character) != "Cf" or character in JOINERS
