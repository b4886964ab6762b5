"""Files that are written atomically, because a run can be interrupted at any time."""

import io
import json
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tokenize import TokenError
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from lab.errors import LabError

About = dict[str, Any]
"""How a file was made, as JSON."""


def write(path: Path, content: bytes) -> None:
    """Writes the file, or replaces it. Raises OSError."""
    with replacing(path) as file:
        file.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file to write to. When everything is written, it is moved to `path`, where it replaces an older file; after
    an exception it is removed. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_array(path: Path, about: About, array: NDArray[Any]) -> None:
    """Writes a compressed array together with `about`. Raises OSError."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, about=np.array(json.dumps(about)), array=array)
    write(path, buffer.getvalue())


def read_about(path: Path, kind: str) -> About:
    """The `about` of a file that `write_array` wrote. Raises LabError if its "kind" differs from `kind`."""
    about = _load(path, "about")
    try:
        found = json.loads(str(about))
        found_kind = found["kind"]
    except (ValueError, TypeError, KeyError):
        raise LabError(f"{path}: not a file of the lab") from None
    if found_kind != kind:
        raise LabError(f"{path}: holds {found_kind}, expected {kind}")
    return dict(found)


def read_array(path: Path, kind: str, dtype: np.dtype[Any]) -> tuple[About, NDArray[Any]]:
    """The `about` and the array of a file. Raises LabError if its kind or dtype differs, or it is damaged."""
    about = read_about(path, kind)
    array = _load(path, "array")
    if array.dtype != dtype or array.ndim != 1:
        raise LabError(f"{path}: holds an array of {array.dtype}, expected {kind}")
    return about, array


def _load(path: Path, name: str) -> NDArray[Any]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return np.asarray(archive[name])
    except FileNotFoundError:
        raise LabError(f"{path}: there is no such file") from None
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        EOFError,
        zipfile.BadZipFile,
        zlib.error,
        TokenError,
    ):
        raise LabError(f"{path}: not a file of the lab, or damaged") from None
