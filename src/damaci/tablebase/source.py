"""Where endgame tables are that are not on this device: files of which parts are read."""

from typing import Protocol

from damaci.errors import TablebaseError


class Unreachable(TablebaseError):
    """Tables could not be read now; they may be later."""


class Source(Protocol):
    """Files by their path below the tables' folder."""

    async def read(self, path: str, start: int, length: int) -> bytes | None:
        """So many bytes from `start` on, fewer at the file's end; None where there is no such file. Raises
        Unreachable."""
