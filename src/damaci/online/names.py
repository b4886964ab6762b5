"""Names that can be shown to everybody: nobody can pass for somebody else, or break a page, by how a name is written."""

import unicodedata

from damaci.errors import DamaciError

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
"""Folded: `roct` is what becomes of the Bulgarian guest."""
_LOOKS_LIKE = str.maketrans(
    # Cyrillic, then Greek, then digits: each as the Latin letter that it is easily taken for.
    "авекмнорстухѕіјԁһӏпгьябз" + "αβεικνορτυχηωγµσδ" + "0135" + "ıłøđ",
    "abekmhopctyxsijdhlnrbrb3" + "abeikvoptuxnwyuod" + "oles" + "ilod",
)


class BadName(DamaciError):
    """A name that cannot be shown: why, and what would do."""


def safe(name: str) -> str:
    """The name as it is shown. Raises BadName.

    >>> safe("  Şahin   06 ")
    'Şahin 06'
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 2 <= len(name) <= LONGEST:
        raise BadName(f"a name has 2 to {LONGEST} letters, this one has {len(name)}")
    for character in name:
        if character not in _PUNCTUATION and unicodedata.category(character) not in ("Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd"):
            raise BadName(f"a name has letters, digits and {_PUNCTUATION.strip()} in it, not U+{ord(character):04X}")
    _check_marks(name)
    if len(scripts := {_script(character) for character in name if character.isalpha()}) != 1:
        raise BadName(f"a name has letters of one script, not of {' and '.join(sorted(scripts)) or 'none'}")
    if fold(name).startswith(_RESERVED):
        raise BadName(f"the name {name!r} is reserved")
    return name


def fold(name: str) -> str:
    """The name as it is compared: what looks the same is the same.

    >>> fold("Ada L.") == fold("аdа_1")
    True
    """
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    return "".join(each for each in plain.translate(_LOOKS_LIKE) if each.isalnum()).replace("rn", "m").replace("vv", "w")


def _check_marks(name: str) -> None:
    """Heaps of marks reach into the lines above and below."""
    run = 0
    for character in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.combining(character) else 0
        if run > 2:
            raise BadName("a name has at most two marks on a letter")


def _script(character: str) -> str:
    return unicodedata.name(character, "unknown").partition(" ")[0].capitalize()
