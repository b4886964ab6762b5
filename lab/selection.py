"""Selects the positions to train on: quiet, distinct ones. Some games are held out for validation."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from damaci import _kernel
from damaci.batch import Positions
from damaci.tablebase import Tables
from lab import files
from lab.errors import LabError
from lab.files import About
from lab.records import Records, read_shard
from lab.runs import Runs

KIND = "positions"
POSITION = np.dtype(
    [("boards", "<u8", 4), ("white_to_move", "?"), ("score", "<i2"), ("result", "i1"), ("held_out", "?")]
)
"""A selected position: the fields of lab.records.RECORD, and whether its game is held out."""
DECIDED = 1500
"""Centimen: positions with a score of this size or more are left out."""
HELD_OUT = 10
"""One of this many games is held out."""

Selected = NDArray[Any]
"""[n] of POSITION."""


def select(paths: Sequence[Path], on_shard: Callable[[], None], tables: Tables | None = None) -> tuple[About, Selected]:
    """The selected positions of the shards in `paths`, and an `about` that says how they were made.

    Positions that `tables` contains get their true result and score. Raises LabError if the shards have different
    rulesets or are damaged, and ValueError if the tables are of another ruleset.
    """
    runs = Runs()
    parts = []
    recorded = 0
    for path in paths:
        of_shard, records = read_shard(path)
        games_before = runs.total
        runs.add(path, of_shard)
        parts.append(_selected(records[is_quiet(runs.ruleset, records)], games_before))
        recorded += len(records)
        on_shard()
    selected = _distinct(runs.ruleset, np.concatenate(parts))
    about = {"ruleset": runs.ruleset, "games": runs.total, "recorded": recorded, "runs": runs.games}
    return about | {"relabelled": relabel(runs.ruleset, selected, tables) if tables else 0}, selected


def _distinct(ruleset: str, positions: Selected) -> Selected:
    keys = _kernel.batch_keys(ruleset, *arrays(positions))
    return positions[np.sort(np.unique(keys, return_index=True)[1])]


def is_quiet(ruleset: str, records: Records) -> NDArray[np.bool_]:
    """[n]: whether neither side could capture if it were to move, and the size of the score is below DECIDED."""
    boards, white_to_move = arrays(records)
    captures = [_kernel.batch_mobility(ruleset, boards, turns)[1] for turns in (white_to_move, ~white_to_move)]
    return np.asarray(~captures[0] & ~captures[1] & (np.abs(records["score"]) < DECIDED))


def relabel(ruleset: str, positions: Selected, tables: Tables) -> int:
    """Sets the true result and score of the positions that the tables contain, in place. Returns their number."""
    most = max((material.pieces for material in tables.materials), default=0)
    few = np.flatnonzero(np.bitwise_count(positions["boards"]).sum(axis=1) <= most)
    endings = Positions(*arrays(positions[few]), ruleset)
    relabelled = 0
    for index, position in zip(few, endings, strict=True):
        if probe := tables.probe(position):
            positions["result"][index] = probe.result if positions["white_to_move"][index] else -probe.result
            positions["score"][index] = DECIDED * probe.result
            relabelled += 1
    return relabelled


def arrays(records: Records) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Boards [n, 4] and white_to_move [n], contiguous, as damaci.batch expects them."""
    return np.ascontiguousarray(records["boards"]), np.ascontiguousarray(records["white_to_move"])


def _selected(records: Records, games_before: int) -> Selected:
    selected = np.empty(len(records), POSITION)
    for name in ("boards", "white_to_move", "score", "result"):
        selected[name] = records[name]
    selected["held_out"] = (records["game"] + games_before) % HELD_OUT == 0
    return selected


def write_positions(path: Path, about: About, positions: Selected) -> None:
    """Writes selected positions. Raises OSError."""
    files.write_array(path, {"kind": KIND, "sha256": digest(positions)} | about, positions)


def read_positions(path: Path) -> tuple[About, Selected]:
    """Reads selected positions. Raises LabError if the file is of another kind, or is damaged."""
    about, positions = files.read_array(path, KIND, POSITION)
    if about.get("sha256") != digest(positions):
        raise LabError(f"{path}: damaged: its positions are not those that were written")
    return about, positions


def digest(positions: Selected) -> str:
    """The SHA-256 of the positions, as hexadecimal."""
    return hashlib.sha256(positions.tobytes()).hexdigest()
