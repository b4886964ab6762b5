"""One table in a file: a header, which is a line of JSON, then the packed outcomes."""

import hashlib
import json
import mmap
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from damaci import _kernel
from damaci.errors import TablebaseError
from damaci.tablebase.material import Material
from damaci.tablebase.terms import Terms

KIND = "damaci endgame table"
VERSION = 2
LONGEST_HEADER = 4096
CHECKED_AT_ONCE = 4 << 20
"""The checksum of a file is computed whenever it is opened, unless it has more bytes of outcomes than this."""


class OutdatedTable(TablebaseError):
    """A table that an earlier version of Damacı made. It counts as missing, and is made again."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table that has been checked. `outcomes` is a part of the file, which is mapped into memory."""

    material: Material
    counts: _kernel.Counts
    outcomes: memoryview


def path(folder: Path, terms: Terms, material: Material) -> Path:
    """The path of the file of a table."""
    return folder / terms.folder / f"{material}.table"


def is_missing(where: Path) -> bool:
    """Whether there is no table that this version reads. A damaged table is not missing: reading it says what is
    wrong."""
    if not where.exists():
        return True
    with where.open("rb") as file:
        try:
            _read_header(where, file.readline(LONGEST_HEADER))
        except OutdatedTable:
            return True
        except TablebaseError:
            return False
    return False


def write(where: Path, terms: Terms, material: Material, counts: _kernel.Counts, outcomes: bytes) -> None:
    """Writes the file of a table, whole or not at all."""
    header = {
        "kind": KIND,
        "version": VERSION,
        "rules": terms.header,
        "material": str(material),
        "counts": counts,
        "bytes": len(outcomes),
        "sha256": hashlib.sha256(outcomes).hexdigest(),
    }
    where.parent.mkdir(parents=True, exist_ok=True)
    write_whole(where, [json.dumps(header, separators=(",", ":")).encode() + b"\n", outcomes])


def write_whole(where: Path, contents: Sequence[bytes]) -> None:
    """Writes a file whole or not at all. Raises OSError with its name."""
    unfinished = where.with_suffix(f".{os.getpid()}.unfinished")
    try:
        with unfinished.open("wb") as file:
            for each in contents:
                file.write(each)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(where)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(where)) from None


def read(where: Path, terms: Terms, material: Material, *, whole: bool = False) -> TableFile:
    """Opens a table and checks its header and length, and its checksum if the file is small or `whole` is given.

    Raises OutdatedTable, and TablebaseError, which names the file, when it is damaged or another table than expected.
    """
    with where.open("rb") as file:
        header = _read_header(where, file.readline(LONGEST_HEADER))
        start = file.tell()
        if os.fstat(file.fileno()).st_size == 0:
            raise TablebaseError(f"{where} is empty")
        mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    _expect_table(where, header, terms, material)
    outcomes = mapped[start:]
    if len(outcomes) != header.get("bytes"):
        raise TablebaseError(
            f"{where} is cut off or too long: {len(outcomes)} bytes of outcomes, expected {header.get('bytes')}"
        )
    is_small = len(outcomes) <= CHECKED_AT_ONCE
    if (whole or is_small) and hashlib.sha256(outcomes).hexdigest() != header.get("sha256"):
        raise TablebaseError(f"{where} is damaged: its checksum does not fit")
    return TableFile(material, cast(_kernel.Counts, header.get("counts")), outcomes)


def read_head(where: str, head: bytes, terms: Terms, material: Material) -> tuple[int, _kernel.Counts]:
    """The offset of the outcomes and their counts, from the first bytes of a file alone. Raises the same errors as
    `read`."""
    line = head[: head.find(b"\n") + 1]
    header = _read_header(where, line)
    _expect_table(where, header, terms, material)
    return len(line), cast(_kernel.Counts, header.get("counts"))


def _expect_table(where: Path | str, header: dict[str, Any], terms: Terms, material: Material) -> None:
    if header.get("rules") != terms.header:
        raise TablebaseError(f"{where} was made under other rules than {terms.folder}")
    if header.get("material") != str(material):
        raise TablebaseError(f"{where} is a table of {header.get('material')}, not of {material}")


def _read_header(where: Path | str, line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("kind") != KIND:
        raise TablebaseError(f"{where} is not an endgame table")
    version = header.get("version")
    if isinstance(version, int) and version < VERSION:
        raise OutdatedTable(f"{where} is of version {version}: `damaci tablebase build` makes it again")
    if version != VERSION:
        raise TablebaseError(f"{where} is of version {version}; expected {VERSION}")
    return header
