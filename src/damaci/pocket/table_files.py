"""Where a browser keeps endgame tables: files by their path below the tablebase's folder."""

from collections.abc import Collection, Mapping
from typing import Protocol


class TableFiles(Protocol):
    """Files by path, `FOLDER/MATERIAL.table`. Every method raises StoreError, and then nothing was changed."""

    async def sizes(self) -> Mapping[str, int]:
        """The size of every file in bytes, by its path."""

    async def read(self, paths: Collection[str]) -> Mapping[str, bytes]:
        """The contents of some files; missing ones are left out."""

    async def write(self, files: Mapping[str, bytes]) -> None:
        """Stores all of some files, or none. Raises StorageFull when there is no room."""

    async def delete(self, paths: Collection[str]) -> None:
        """Deletes files; missing ones are ignored."""


class MemoryFiles:
    """Files that last as long as the page: for a browser that keeps nothing."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    async def sizes(self) -> Mapping[str, int]:
        """See TableFiles."""
        return {path: len(data) for path, data in self._files.items()}

    async def read(self, paths: Collection[str]) -> Mapping[str, bytes]:
        """See TableFiles."""
        return {path: self._files[path] for path in paths if path in self._files}

    async def write(self, files: Mapping[str, bytes]) -> None:
        """See TableFiles."""
        self._files |= files

    async def delete(self, paths: Collection[str]) -> None:
        """See TableFiles."""
        for path in paths:
            self._files.pop(path, None)
