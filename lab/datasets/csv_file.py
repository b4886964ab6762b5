"""Files of comma-separated values with a header, compressed by gzip."""

import csv
import gzip
import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from lab import files

SUFFIX = ".csv.gz"
AT_ONCE = 10_000
"""Rows that are compressed at once."""
LEVEL = 6
"""The compression level: level 9 takes several times as long and saves little."""

Row = Sequence[str | int | None]
"""One value for each column. None is an empty value."""


@dataclass(frozen=True, slots=True)
class Written:
    """The facts about a file that has been written."""

    rows: int
    """The header is not counted."""
    sha256: str
    """The SHA-256 of the text before it is compressed: compressed bytes differ between versions of zlib."""


def write(path: Path, header: Sequence[str], rows: Iterable[Row]) -> Written:
    """Writes or replaces a file, and keeps only AT_ONCE rows in memory. Equal rows give equal bytes. Raises OSError,
    and any error that the iterator of rows raises; an existing file then stays as it was."""
    digest = hashlib.sha256()
    count = -1  # the header is not counted
    with files.replacing(path) as file, gzip.GzipFile("", "wb", LEVEL, file, mtime=0) as packed:
        for some in _portions(chain([header], rows)):
            text = _text(some)
            digest.update(text)
            packed.write(text)
            count += len(some)
    return Written(count, digest.hexdigest())


def _portions(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while some := list(islice(left, AT_ONCE)):
        yield some


def _text(rows: list[Row]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
