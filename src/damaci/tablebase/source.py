"""The source of endgame tables that are not on this device: files of which parts can be read."""

from typing import Protocol

from damaci.errors import TablebaseError


class Unreachable(TablebaseError):
    """Tables could not be read now; they may be later."""


class Source(Protocol):
    """Files by their path below the tables' folder."""

    async def read(self, path: str, start: int, length: int) -> bytes | None:
        """`length` bytes from `start` on, fewer at the file's end; None if there is no such file. Raises
        Unreachable."""
