"""A collection that was made before, whose puzzles are kept."""

import gzip
import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from damaci.errors import DamaciError
from damaci.puzzles.collection import read_row
from damaci.puzzles.images import name_of
from damaci.puzzles.puzzle import Puzzle
from lab.errors import LabError


@dataclass(frozen=True, slots=True)
class Earlier:
    """The puzzles of the collection, and the digest of its file. Without puzzles, there is no earlier collection."""

    puzzles: tuple[Puzzle, ...] = ()
    sha256: str = ""
    """The SHA-256 of the file, as hexadecimal."""

    @classmethod
    def read(cls, path: Path, ruleset: str) -> Self:
        """Reads a file that `lab collect` has written. Raises LabError if it is not a collection, is damaged or has
        another ruleset, and OSError if it cannot be read."""
        content = path.read_bytes()
        try:
            rows = gzip.decompress(content).decode().splitlines()
            puzzles = tuple(read_row(ruleset, row) for row in rows)
            right = bool(puzzles) and all(name_of(each.position) == each.id for each in puzzles)
        except (OSError, EOFError, zlib.error, ValueError, DamaciError):
            right = False
        if not right:
            raise LabError(f"{path}: not a collection of puzzles of {ruleset}, or damaged")
        return cls(puzzles, hashlib.sha256(content).hexdigest())
