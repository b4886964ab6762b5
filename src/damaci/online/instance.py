"""Allows one server for each folder with an SQLite file, and says who has it."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from damaci.errors import DamaciError

LOCK = "server.lock"
HOLDER = "server.json"
PATIENCE = 5.0
"""Seconds to wait for a server that has just taken the folder to say who it is."""


class FolderTaken(DamaciError):
    """Another server has the folder; the text says which one."""


class Holder(msgspec.Struct, frozen=True):
    """The server that has a folder: its process, the address it listens on, and since when (epoch seconds)."""

    process: int
    address: str
    since: float

    def __str__(self) -> str:
        since = datetime.fromtimestamp(self.since, UTC)
        return f"process {self.process} at {self.address}, since {since:%Y-%m-%d %H:%M:%S} UTC"


@contextmanager
def holding(folder: Path, address: str) -> Iterator[None]:
    """Holds a folder, made if missing, for this process. The operating system lets go of it when the process ends, even
    by a crash. Raises FolderTaken, OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK, blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise FolderTaken(
            f"the folder {folder} is served already by {_holder(folder)}: end that server, or name another folder as "
            "`database` (DAMACI_DATABASE)"
        ) from None
    try:
        _announce(folder, Holder(os.getpid(), address, time.time()))
        yield
    finally:
        (folder / HOLDER).unlink(missing_ok=True)
        lock.release()


def holder_of(folder: Path) -> Holder | None:
    """The server that has said to have a folder; None if none has, or it has ended."""
    try:
        return msgspec.json.decode((folder / HOLDER).read_bytes(), type=Holder)
    except (OSError, msgspec.DecodeError):
        return None


def _announce(folder: Path, holder: Holder) -> None:
    written = folder / f"{HOLDER}.new"
    written.write_bytes(msgspec.json.encode(holder))
    written.replace(folder / HOLDER)


def _holder(folder: Path) -> Holder | str:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if holder := holder_of(folder):
            return holder
        time.sleep(0.05)
    return "another process"
