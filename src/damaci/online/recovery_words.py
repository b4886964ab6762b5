"""Recovery words: with them somebody who has forgotten the passphrase chooses a new one.

Eight words of a list of 256 are 64 random bits, too many to guess: the server accepts at most twenty tries a minute,
and a thief of the database has to hash each try with Argon2.
"""

import secrets
import unicodedata
from functools import cache
from pathlib import Path

from damaci.languages import SOURCE

WORDS = 8
LISTED = 256
LONGEST_TYPED = 200
"""Characters of the words as they are typed in."""
_TYPED_FOR = str.maketrans({"ı": "i", "ة": "ه", "ى": "ي"})
"""Letters that a phone's keyboard, or its owner, takes for another."""
_LISTS = Path(__file__).parent / "words"


def new_words(language: str) -> str:
    """Eight random words of a language, with spaces between; English ones for a language without a list."""
    listed = words_of(language)
    return " ".join(secrets.choice(listed) for _ in range(WORDS))


@cache
def words_of(language: str) -> tuple[str, ...]:
    """The list of a language. Any two of its words differ by two letters at least, marks apart."""
    file = _LISTS / f"{language}.txt"
    if not file.exists():
        file = _LISTS / f"{SOURCE}.txt"
    return tuple(file.read_text(encoding="utf-8").split())


def plain(typed: str) -> str:
    """Words as they are compared: small letters without marks, so that a keyboard without ş or ğ will do, and hurried
    Arabic too.

    >>> plain("  Ağaç IRMAK\\tçay, ")
    'agac irmak cay'
    """
    small = unicodedata.normalize("NFKD", typed.casefold().translate(_TYPED_FOR))
    return " ".join(
        "".join(each if each.isalpha() else " " for each in small if not unicodedata.combining(each)).split()
    )
