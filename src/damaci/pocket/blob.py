"""A file that a page has sent, read piece by piece, so that its size does not matter."""

import io
from typing import Any, Protocol

AT_ONCE = 1 << 20
"""Bytes that are read together."""


class BlobScript(Protocol):
    """The script's class BlobReader."""

    @property
    def size(self) -> int:
        """Bytes."""

    def read(self, start: int, end: int) -> Any:
        """A Uint8Array."""


class _Blob(io.RawIOBase):
    def __init__(self, script: BlobScript) -> None:
        self._script = script
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._script.size}[whence]
        self._at = max(0, start + offset)
        return self._at

    def readinto(self, buffer: Any) -> int:
        end = min(self._script.size, self._at + len(buffer))
        if end <= self._at:
            return 0
        found = self._script.read(self._at, end).to_bytes()
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)


def blob_file(script: BlobScript) -> io.BufferedReader:
    """The file, at its beginning."""
    return io.BufferedReader(_Blob(script), AT_ONCE)
