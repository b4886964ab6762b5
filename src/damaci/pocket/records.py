"""Records: texts by keys in order, changed together or not at all. In a browser they are in IndexedDB."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from typing import Protocol

from damaci.stored import StoreError


class StorageFull(StoreError):
    """There is no room for more."""

    code = "storage-full"


class Records(Protocol):
    """Keys are ASCII. Every method raises StoreError, and then nothing was changed."""

    async def get(self, keys: Sequence[str]) -> list[str | None]:
        """The texts of these keys; None where there is none."""

    async def range(self, after: str, before: str, limit: int) -> list[tuple[str, str]]:
        """The first keys between two others, these excluded, in order, with their texts."""

    async def write(
        self, expected: Mapping[str, str | None], changes: Mapping[str, str | None], *, lasting: bool = True
    ) -> bool:
        """Changes texts, and removes those that become None, if the expected keys have the expected texts; returns
        whether they had. Waits for the disk; a change that is not `lasting` may be lost in a crash of the machine."""


class MemoryRecords:
    """Records that last as long as the program: for a browser that keeps nothing."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._keys: list[str] = []

    async def get(self, keys: Sequence[str]) -> list[str | None]:
        """See Records."""
        return [self._texts.get(key) for key in keys]

    async def range(self, after: str, before: str, limit: int) -> list[tuple[str, str]]:
        """See Records."""
        first = bisect_right(self._keys, after)
        end = bisect_left(self._keys, before)
        return [(key, self._texts[key]) for key in self._keys[first : min(end, first + limit)]]

    async def write(
        self, expected: Mapping[str, str | None], changes: Mapping[str, str | None], *, lasting: bool = True
    ) -> bool:
        """See Records."""
        if any(self._texts.get(key) != text for key, text in expected.items()):
            return False
        for key, text in changes.items():
            self._change(key, text)
        return True

    def _change(self, key: str, text: str | None) -> None:
        if text is None:
            if self._texts.pop(key, None) is not None:
                del self._keys[bisect_left(self._keys, key)]
            return
        if key not in self._texts:
            insort(self._keys, key)
        self._texts[key] = text
