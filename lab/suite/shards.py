"""The shards in which hard positions are stored: `suite-000000.json` and so on."""

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
from lab.suite.hard import Hard
from lab.suite.job import Mined

KIND = "suite"


class Settings(msgspec.Struct):
    """What a run was made with, as far as its card names it."""

    ruleset: str
    games: int
    endings: int
    larger: int
    seed: int
    nodes: tuple[int, int]
    pdn: list[str]
    tables: bool


class Content(msgspec.Struct):
    """The types of what is in a shard."""

    about: Settings
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Run:
    """The hard positions in a folder of shards that were all made with the same settings."""

    about: About
    found: list[Hard]
    counts: Counter[str]


def shard_path(folder: Path, number: int) -> Path:
    """The file of a shard."""
    return folder / f"suite-{number:06}.json"


def write_shard(path: Path, about: About, mined: Mined) -> None:
    """Writes a shard. Raises OSError."""
    content = {"kind": KIND, "about": about} | mined.json()
    files.write(path, json.dumps(content, indent=1, ensure_ascii=False).encode())


def read_shard(path: Path) -> Run:
    """Reads one shard. Raises LabError if the file is not a shard, or is damaged."""
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
        if content["kind"] != KIND:
            raise KeyError(KIND)
        found = [Hard(**(row | {"line": tuple(row["line"])})) for row in content["found"]]
        msgspec.convert(content, Content)
        return Run(dict(content["about"]), found, Counter(content["counts"]))
    except (ValueError, KeyError, TypeError, msgspec.ValidationError):
        raise LabError(f"{path}: not a shard of a suite, or damaged") from None


def read_run(folder: Path, about: About | None = None) -> Run:
    """All shards of a folder. Raises LabError if a shard is damaged or was made with other settings than `about` or
    than the first shard; without `about`, also if there are no shards."""
    paths = sorted(path for path in folder.glob("suite-*.json") if re.fullmatch(r"suite-\d{6,}", path.stem))
    if not paths and about is None:
        raise LabError(f"{folder}: expected shards of a suite (suite-000000.json ...), found none")
    parts = [read_shard(path) for path in paths]
    wanted = about or parts[0].about
    for path, part in zip(paths, parts, strict=True):
        _expect_alike(path, part.about, wanted)
    found = [each for part in parts for each in part.found]
    return Run(wanted, found, sum((part.counts for part in parts), Counter()))


def _expect_alike(path: Path, about: About, wanted: About) -> None:
    for name, value in wanted.items():
        if about.get(name) != value:
            raise LabError(f"{path}: made with {name} {about.get(name)}, not {value}: choose another folder")
