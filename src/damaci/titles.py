"""Names and titles as people type and paste them, and as they are kept: one line of visible characters."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Needed in Persian and Arabic words, and in pictures of several."""


def readable(text: str) -> str:
    """A text on one line, without invisible characters but those that join letters or keep them apart; empty if there
    is nothing to see.

    >>> readable("  Friday\\u202e \\n Cup ")
    'Friday Cup'
    """
    line = " ".join("".join(filter(_belongs, text)).split())
    if all(each in JOINERS or each == " " for each in line):
        return ""
    return line


def is_readable(text: str) -> bool:
    """Whether something of a text can be seen, and all of it can be shown on a line."""
    seen = "".join(each for each in text if each not in JOINERS)
    return bool(seen.strip()) and seen.isprintable()


def _belongs(character: str) -> bool:
    return unicodedata.category(character) != "Cf" or character in JOINERS
