"""Writes the files of a site. Only files that differ are written, so that unchanged files keep their time."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

DIGITS = 12
"""Hexadecimal digits of a digest in a name."""


def digest(content: bytes) -> str:
    """A short hash of a file's content."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


class Tree:
    """A folder that is filled anew. Files that were not written this time are removed at the end."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._written: set[Path] = set()

    def write(self, name: str, content: bytes | str) -> str:
        """Writes a file, given relative to the root. Returns its name."""
        path = self.root / name
        data = content.encode() if isinstance(content, str) else content
        self._written.add(path)
        if not (path.is_file() and path.read_bytes() == data):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return name

    def write_hashed(self, folder: str, name: str, content: bytes) -> str:
        """Writes a file whose name contains a hash of its content, so that browsers may cache it for ever. Returns its
        name."""
        stem, _, suffix = name.rpartition(".")
        return self.write(f"{folder}/{stem}-{digest(content)}.{suffix}", content)

    def copy(self, source: Path, name: str) -> str:
        """Copies a file. Returns its name."""
        return self.write(name, source.read_bytes())

    def names(self) -> Iterator[str]:
        """The names of the files that have been written, sorted."""
        return iter(sorted(path.relative_to(self.root).as_posix() for path in self._written))

    def finish(self) -> None:
        """Removes the files that have not been written this time."""
        for path in sorted(self.root.rglob("*"), reverse=True):
            if path.is_file() and path not in self._written:
                path.unlink()
            elif path.is_dir() and not any(path.iterdir()):
                shutil.rmtree(path)
