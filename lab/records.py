"""The records of self-play games, and the shards they are stored in."""

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab import files
from lab.errors import LabError
from lab.files import About

KIND = "games"
RECORD = np.dtype(
    [
        ("boards", "<u8", 4),  # white men, white kings, black men, black kings
        ("white_to_move", "?"),
        ("score", "<i2"),  # the search's score in centimen, for the side to move
        ("result", "i1"),  # the game's result: 1 White won, 0 drawn, -1 Black won
        ("game", "<i4"),  # the game's number in the shard
    ]
)
"""One position."""

Records = NDArray[Any]
"""[n] of RECORD."""


def shard_path(folder: Path, number: int) -> Path:
    """The file of a shard."""
    return folder / f"games-{number:06}.npz"


def shards(folder: Path) -> list[Path]:
    """The files of all shards in a folder, sorted. Raises LabError if there are none."""
    found = sorted(path for path in folder.glob("games-*.npz") if re.fullmatch(r"games-\d{6,}", path.stem))
    if not found:
        raise LabError(f"{folder}: expected shards of games (games-000000.npz ...), found none")
    return found


def write_shard(path: Path, about: About, records: Records) -> None:
    """Writes a shard. Raises OSError."""
    files.write_array(path, {"kind": KIND} | about, records)


def read_shard(path: Path) -> tuple[About, Records]:
    """The contents of a shard. Raises LabError if the file is not a shard, or is damaged."""
    return files.read_array(path, KIND, RECORD)


def expect_alike(path: Path, about: About) -> None:
    """Raises LabError if an existing shard was made with other settings."""
    found = files.read_about(path, KIND)
    for name, wanted in about.items():
        if found.get(name) != wanted:
            raise LabError(
                f"{path}: made with {name} {found.get(name)}, not {wanted}: choose another folder for these games"
            )
