"""Players as arbiters have them: pasted lines, a table with commas, semicolons or tabs, or a tournament report file."""

import re
from collections.abc import Collection, Iterator, Sequence

from damaci.errors import DamaciError
from damaci.sentence import Sentence
from damaci.tournament.events import Bye, Entrant
from damaci.tournament.resumed import entrants_of
from damaci.tournament.trf import read_trf

MOST_LETTERS = 1_000_000
_ONE_I = str.maketrans("İIı", "iii")
NAMES = {
    "name", "player", "player name", "full name", "first name", "given name",
    "ad", "adi", "isim", "ad soyad", "ad-soyad", "adi soyadi", "soyad ad", "soyadi adi", "oyuncu", "sporcu",
    "име", "име и фамилия", "играч",
    "الاسم", "الاسم الكامل", "اللاعب",
}  # fmt: skip
"""Titles of the column of names, in small letters, with ı written as i."""
SURNAMES = {"surname", "last name", "family name", "soyad", "soyadi", "фамилия", "اسم العائلة", "اللقب", "الكنية"}
"""What a column of names is called that stands beside one of given names."""
RATINGS = {"rating", "elo", "rtg", "rtgi", "rtgn", "ukd", "puan", "kuvvet", "рейтинг", "ело", "التصنيف"}
REPORT = re.compile(r"^001 ", re.MULTILINE)
NUMBERED = re.compile(r"^\s*\d{1,4}\s*[.)]\s*")
RATED = re.compile(r"^(.*[^\W\d].*\S|[^\W\d])\s+(\d{3,4})$")


def read_roster(text: str, missed: Bye = "Z") -> list[Entrant]:
    """The players in a text; `missed` is what they get for rounds that were paired before they came.

    Raises DamaciError, with the number of the line.

    >>> [(each.name, each.rating) for each in read_roster("Kılıç, Ayşe, 1850\\nCan")]
    [('Kılıç, Ayşe', 1850), ('Can', 0)]
    >>> [(each.name, each.rating) for each in read_roster("Ayşe Kılıç 1850\\n\\n2) Can")]
    [('Ayşe Kılıç', 1850), ('Can', 0)]
    """
    if len(text) > MOST_LETTERS:
        raise DamaciError(Sentence("these are too many letters for a list of players"))
    if REPORT.search(text):
        return entrants_of(read_trf(text.encode()), missed)
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if not lines:
        raise DamaciError(Sentence("no player is named"))
    return [Entrant(name, rating, missed) for name, rating in _read(lines)]


def _read(lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    mark = next((mark for mark in "\t;,؛،" if any(mark in line for line in lines)), "")
    head = [_small(field) for field in _fields(lines[0], mark)]
    names_at = [place for place in (_place(head, NAMES), _place(head, SURNAMES)) if place is not None]
    rating_at = _place(head, RATINGS)
    for number, line in enumerate(lines, 1):
        fields = _fields(line, mark)
        if not names_at:
            yield _guessed(fields, number)
        elif number > 1:
            yield _at(fields, names_at, rating_at, number)


def _place(head: Sequence[str], titles: Collection[str]) -> int | None:
    """The first column that is called so."""
    return next((place for place, field in enumerate(head) if field in titles), None)


def _fields(line: str, mark: str) -> list[str]:
    """A line's fields; quotes keep a mark within one."""
    if not mark:
        return [line.strip()]
    found = re.findall(rf'(?:^|{mark})\s*(?:"((?:[^"]|"")*)"\s*(?={mark}|$)|([^{mark}]*))', line)
    return [(quoted.replace('""', '"') or plain).strip() for quoted, plain in found]


def _small(title: str) -> str:
    """A column's title in small letters. In Turkish, I is the capital of ı, and İ that of i: all become i."""
    return title.translate(_ONE_I).casefold()


def _at(fields: list[str], names_at: Sequence[int], rating_at: int | None, number: int) -> tuple[str, int]:
    # A line may be shorter than the titles.
    values: dict[int | None, str] = dict(enumerate(fields))
    name = " ".join(filter(None, map(values.get, names_at)))
    rating = values.get(rating_at, "")
    if not name:
        raise DamaciError(Sentence("line {n} has no name", {"n": number}))
    return name, _rating(rating, number)


def _guessed(fields: list[str], number: int) -> tuple[str, int]:
    """Without titles: the text that is no number is the name, and the last number the rating."""
    words = [field for field in fields if field and not field.isdigit()]
    numbers = [field for field in fields[1:] if field.isdigit()]
    if not words:
        raise DamaciError(Sentence("line {n} has no name", {"n": number}))
    name = NUMBERED.sub("", ", ".join(words))
    if not numbers and (found := RATED.match(name)):
        return found[1].strip(), int(found[2])
    return name, _rating("".join(numbers[-1:]), number)


def _rating(text: str, number: int) -> int:
    word = text.strip()
    if word in ("", "-"):
        return 0
    if not (word.isdecimal() and len(word) <= 4):
        raise DamaciError(Sentence("line {n}: {text} is no rating", {"n": number, "text": word[:20]}))
    return int(word)
