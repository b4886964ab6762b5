"""Records, as JSON, of what a run has done so far. An interrupted run continues from its record."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from lab.errors import LabError
from lab.files import About, write

T = TypeVar("T")


def write_record(path: Path, kind: str, about: About, content: Mapping[str, Any]) -> None:
    """Writes a record, or replaces it. Raises OSError."""
    write(path, json.dumps({"kind": kind, "about": about, **content}, indent=1).encode())


def read_record(path: Path, kind: str, parse: Callable[[Mapping[str, Any]], T], about: About | None = None) -> T:
    """The result of `parse` for the content of a record. Raises LabError if `parse` raises an error that is usual for
    unexpected JSON, if the record is of another kind or, if `about` is given, of another run. Raises OSError."""
    try:
        found = json.loads(path.read_bytes())
        parsed = parse(found)
        sound = found["kind"] == kind and isinstance(found["about"], dict)
    except (ValueError, KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise LabError(f"{path}: not the record of a {kind}, or damaged")
    if about is not None and found["about"] != about:
        raise LabError(f"{path}: the record of another {kind}: choose another file for this one")
    return parsed
