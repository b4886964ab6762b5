"""A file of records by the key of a position: sorted rows of equal length, which are looked up in place."""

from bisect import bisect_left
from collections.abc import Iterable

from damaci.arguments import expect_kind
from damaci.book.canonical import KEY_BITS
from damaci.errors import DamaciError

KEY_BYTES = KEY_BITS // 8


class BookRecords:
    """The rows of a file. They are not unpacked, so opening a file only takes the time to read its bytes."""

    def __init__(self, file: bytes, header: bytes, size: int) -> None:
        """`size`: bytes of a record. Raises DamaciError for another kind of file, or a damaged one."""
        self._rows = memoryview(expect_kind("file", file, bytes))[len(header) :]
        self._row = KEY_BYTES + size
        if not file.startswith(header):
            raise DamaciError(f"not such a file of openings: it begins with {file[:20]!r}; expected {header!r}")
        if len(self._rows) % self._row:
            raise DamaciError(f"the file of openings is damaged: {len(self._rows):,} bytes are no rows of {self._row}")

    def __len__(self) -> int:
        return len(self._rows) // self._row

    def find(self, key: int) -> memoryview | None:
        """The record of this key."""
        at = bisect_left(range(len(self)), key, key=self._key)
        if at == len(self) or self._key(at) != key:
            return None
        return self._rows[at * self._row + KEY_BYTES : (at + 1) * self._row]

    def _key(self, at: int) -> int:
        return int.from_bytes(self._rows[at * self._row : at * self._row + KEY_BYTES], "big")


def pack(header: bytes, rows: Iterable[tuple[int, bytes]]) -> bytes:
    """The file of these keys and records."""
    return header + b"".join(key.to_bytes(KEY_BYTES, "big") + record for key, record in sorted(rows))
