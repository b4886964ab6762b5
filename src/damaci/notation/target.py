"""The file that something is written to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from typing import IO


@contextmanager
def complete(name: str | os.PathLike[str]) -> Iterator[IO[str]]:
    """A stream of UTF-8 text that becomes the file only when it is complete: after an error the older file is
    unchanged. Devices and pipes are written to directly. Raises OSError."""
    path = Path(name).resolve()  # a link remains a link
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as out:
            yield out
        return
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        with _opened(part, path) as out:
            yield out
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _opened(part: Path, path: Path) -> IO[str]:
    """A new file beside the path, with the permissions of the file that it will replace."""
    try:
        if path.exists():
            path.open("ab").close()  # a file without permission to write is not replaced either
        out = part.open("x", encoding="utf-8", newline="\n")
        if path.exists():
            copymode(path, part)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    return out
