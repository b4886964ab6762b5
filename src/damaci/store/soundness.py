"""Checks that an SQLite file is whole before anything is stored in it: one that is empty, cut short or damaged would
otherwise pass for a new one, or fail later."""

import sqlite3
import time
from pathlib import Path

from damaci.stored.errors import StoreError

CHECK_SECONDS = 2.0
"""The most seconds for the check of the pages. A file too large for it is checked as far as that goes."""
BEGIN_SECONDS = 2.0
"""Seconds in which another process that creates the file writes its first page."""
_HEADER = 100
_STEPS = 10_000
"""Instructions of SQLite between two looks at the time."""


def expect_whole(file: Path) -> None:
    """Raises StoreError for a file that is there and empty, or shorter than it says."""
    if not file.exists():
        return
    _wait_for_first_page(file)
    size = file.stat().st_size
    if not size:
        raise StoreError(
            f"{file}: empty; restore a backup of the games, or remove the file if there never were any:"
            " nothing was changed"
        )
    with file.open("rb") as opened:
        header = opened.read(_HEADER)
    if size < _expected(header):
        raise StoreError(
            f"{file}: cut short at {size} of {_expected(header)} bytes; restore a backup of the games:"
            " nothing was changed"
        )


def expect_sound(file: Path, connection: sqlite3.Connection) -> None:
    """Raises StoreError if the file is damaged, as far as that is found in CHECK_SECONDS."""
    deadline = time.monotonic() + CHECK_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)
    try:
        [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return
    except sqlite3.DatabaseError as error:
        found = str(error)
    finally:
        connection.set_progress_handler(None, _STEPS)
    if found != "ok":
        first = " ".join(found.split())
        raise StoreError(f"{file}: damaged ({first}); restore a backup of the games: nothing was changed")


def _wait_for_first_page(file: Path) -> None:
    deadline = time.monotonic() + BEGIN_SECONDS
    while not file.stat().st_size and time.monotonic() < deadline:
        time.sleep(0.05)


def _expected(header: bytes) -> int:
    """The bytes of the whole file according to its header; 0 if that does not say."""
    changes = header[24:28]
    if len(header) < _HEADER or not header.startswith(b"SQLite format 3\0") or changes != header[92:96]:
        return 0
    page = int.from_bytes(header[16:18], "big")
    return int.from_bytes(header[28:32], "big") * (65536 if page == 1 else page)
