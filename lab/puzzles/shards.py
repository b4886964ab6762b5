"""The shards in which found puzzles are stored: `puzzles-000000.json` and so on."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from lab import files
from lab.errors import LabError
from lab.files import About
from lab.puzzles.mining import Found, Mined

KIND = "puzzles"


class Settings(msgspec.Struct):
    """What a run was made with, as far as its card names it."""

    ruleset: str
    games: int
    endings: float
    seed: int
    nodes: tuple[int, int, int]
    pdn: list[str]
    tables: bool


class Content(msgspec.Struct):
    """The types of what is in a shard."""

    about: Settings
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Run:
    """The puzzles in a folder of shards that were all made with the same settings."""

    about: About
    found: list[Found]
    counts: Counter[str]


def shard_path(folder: Path, number: int) -> Path:
    """The file of a shard."""
    return folder / f"puzzles-{number:06}.json"


def shards(folder: Path) -> list[Path]:
    """The files of all shards in a folder, sorted. Raises LabError if there are none."""
    found = sorted(path for path in folder.glob("puzzles-*.json") if re.fullmatch(r"puzzles-\d{6,}", path.stem))
    if not found:
        raise LabError(f"{folder}: expected shards of puzzles (puzzles-000000.json ...), found none")
    return found


def write_shard(path: Path, about: About, mined: Mined) -> None:
    """Writes a shard. Raises OSError."""
    content = {"kind": KIND, "about": about} | mined.json()
    files.write(path, json.dumps(content, indent=1, ensure_ascii=False).encode())


def read_shard(path: Path) -> tuple[About, list[Found], dict[str, int]]:
    """How a shard was made, its puzzles and its counts. Raises LabError if the file is not a shard, or is damaged."""
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
        if content["kind"] != KIND:
            raise KeyError(KIND)
        msgspec.convert(content, Content)
        return dict(content["about"]), [_read(each) for each in content["found"]], dict(content["counts"])
    except (ValueError, KeyError, TypeError, msgspec.ValidationError):
        raise LabError(f"{path}: not a file of puzzles, or damaged") from None


def _read(row: dict[str, Any]) -> Found:
    return Found(**(row | {"moves": tuple(row["moves"]), "tail": tuple(row["tail"])}))


def expect_alike(path: Path, about: About) -> int:
    """The number of puzzles in an existing shard. Raises LabError if it was made with other settings."""
    found, puzzles, _ = read_shard(path)
    for name, wanted in about.items():
        if found.get(name) != wanted:
            raise LabError(
                f"{path}: made with {name} {found.get(name)}, not {wanted}: choose another folder for these puzzles"
            )
    return len(puzzles)


def read_run(folder: Path) -> Run:
    """All shards of a folder. Raises LabError if there are none, or they were not all made with the same settings."""
    paths = shards(folder)
    run = Run(read_shard(paths[0])[0], [], Counter())
    for path in paths:
        expect_alike(path, run.about)
        _, puzzles, done = read_shard(path)
        run.found.extend(puzzles)
        run.counts.update(done)
    return run
