"""Checks and compares players' names, against impersonation by look-alike letters and names that break a page."""

import string
import unicodedata
from functools import cache

from damaci.errors import DamaciError
from damaci.languages import LANGUAGES
from damaci.site.language import catalog

LONGEST = 24
_PUNCTUATION = "-_.'’ "
_RESERVED = (
    "damaci",
    "admin",
    "administrator",
    "moderator",
    "guest",
    "misafir",
    "roct",
    "system",
    "server",
    "engine",
    "computer",
    "bilgisayar",
)
"""In folded form: `roct` is the folded Bulgarian word for guest. No name begins with one of these."""
_TITLES = ("Guest", "Computer", "Operator")
"""A name must not be the translation of one of these, with or without a number: `ضيف 12`. It may begin with it."""
_LOOKS_LIKE = str.maketrans(
    # Cyrillic, Greek, digits, then Latin: each is mapped to the Latin letter that it resembles. A capital I resembles a
    # small l.
    "авекмнорстухѕіјԁһӏпгьябзԛԝү" + "αβεικνορτυχηωγµσδ" + "0135" + "iıłøđ",
    "abekmhopctyxsljdhlnrbrbeqwy" + "abelkvoptuxnwyuod" + "oles" + "lllod",
)
_EUROPEAN = ("Latin", "Cyrillic", "Greek", "Armenian", "Georgian")
_ASIAN = (
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Oriya",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
    "Sinhala",
    "Thai",
    "Lao",
)
_SCRIPTS = frozenset(
    [
        *_EUROPEAN,
        *_ASIAN,
        "Hebrew",
        "Arabic",
        "Ethiopic",
        "Tibetan",
        "Myanmar",
        "Khmer",
        "Hangul",
        "Hiragana",
        "Katakana",
        "Bopomofo",
        "Cjk",
    ]
)
"""Scripts in modern use (Unicode Standard Annex 31); other scripts have letters that look like Latin ones."""
_LATIN = frozenset(string.ascii_letters + "ıøđłæœþðəŋħŧ")
"""Phonetic and historic letters are left out for the same reason."""
_BLOCKS = {"Cyrillic": range(0x400, 0x530), "Greek": range(0x370, 0x400)}
_IGNORED = frozenset(
    [
        0x34F,
        0x640,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    ]
)
"""Invisible marks and letters, and those that only lengthen another one."""


class BadName(DamaciError):
    """A name that is not allowed; the message says why and what is expected."""

    code = "bad-name"


def safe(name: str) -> str:
    """Returns the name in the form that is shown. Raises BadName.

    >>> safe("  Şahin   06 ")
    'Şahin 06'
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 2 <= len(name) <= LONGEST:
        raise BadName(f"a name has 2 to {LONGEST} letters, this one has {len(name)}")
    for character in name:
        if not _is_plain(character):
            raise BadName(f"a name has letters, digits and {_PUNCTUATION.strip()} in it, not U+{ord(character):04X}")
    _check_marks(name)
    if (
        len(scripts := {_script(each) for each in name if each.isalpha() or (each.isdigit() and not each.isascii())})
        != 1
    ):
        raise BadName(f"a name has letters of one script, not of {' and '.join(sorted(scripts)) or 'none'}")
    if fold(name).startswith(tuple(map(fold, _RESERVED))) or _stem(name) in _titles():
        raise BadName(f"the name {name!r} is reserved")
    return name


def free_text(text: str, longest: int) -> str:
    """Returns a name that somebody gives to others, or to an event, in the form that is shown: one line, in any
    script. Raises BadName.

    >>> free_text(" Şahin  vs. Ωμέγα ", 60)
    'Şahin vs. Ωμέγα'
    """
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(text) <= longest or not text.isprintable():
        raise BadName(f"expected 1 to {longest} letters, without invisible ones")
    _check_marks(text)
    return text


@cache
def _titles() -> frozenset[str]:
    return frozenset(fold(catalog(language).translations.gettext(title)) for language in LANGUAGES for title in _TITLES)


def _stem(name: str) -> str:
    """A name in folded form, without the number at its end."""
    while name and not name[-1].isalpha():
        name = name[:-1]
    return fold(name)


def fold(name: str) -> str:
    """Returns the name in the form that is compared; names that look alike have the same form.

    >>> fold("Ada L.") == fold("аdа_1")
    True
    """
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    return (
        "".join(each for each in plain.translate(_LOOKS_LIKE) if each.isalnum()).replace("rn", "m").replace("vv", "w")
    )


def _is_plain(character: str) -> bool:
    if character in _PUNCTUATION:
        return True
    if ord(character) in _IGNORED or unicodedata.category(character) not in (
        "Lu",
        "Ll",
        "Lt",
        "Lo",
        "Lm",
        "Mn",
        "Mc",
        "Nd",
    ):
        return False
    return not character.isalpha() or _is_common(character, _script(character))


def _is_common(letter: str, script: str) -> bool:
    """Whether a letter is in common use and not easily confused with another."""
    plain = {each for each in unicodedata.normalize("NFKD", letter.casefold()) if not unicodedata.combining(each)}
    if script == "Latin":
        return plain <= _LATIN
    return script in _SCRIPTS and (script not in _BLOCKS or all(ord(each) in _BLOCKS[script] for each in plain))


def _check_marks(name: str) -> None:
    """Raises BadName for stacked marks, which would overlap the lines above and below."""
    stacked = marks = 0
    for character in unicodedata.normalize("NFD", name):
        if unicodedata.category(character).startswith("M"):
            marks += 1
            stacked += bool(unicodedata.combining(character))
        else:
            stacked = marks = 0
        if stacked > 2 or marks > 4:  # Burmese needs four, which do not all stand above each other.
            raise BadName("a name has at most two marks on a letter")


def _script(character: str) -> str:
    return (
        unicodedata.name(character, "unknown")
        .removeprefix("EXTENDED ")
        .replace("-", " ")
        .partition(" ")[0]
        .capitalize()
    )
