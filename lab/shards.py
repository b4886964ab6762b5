"""Numbered shards in a folder, each the result of one job."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab import files
from lab.errors import LabError
from lab.files import About


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of a folder that were all made with the same settings."""

    folder: Path
    kind: str
    """The kind of their content, which is also the first part of their file names."""
    about: About
    """The settings, as JSON."""

    def missing(self, wanted: int) -> list[int]:
        """The numbers of the shards, among the first `wanted` ones, that do not exist. Raises LabError if a shard was
        made with other settings."""
        there = [number for number in range(wanted) if self.path(number).exists()]
        for number in there:
            if files.read_about(self.path(number), self.kind) != {"kind": self.kind} | self.about:
                raise LabError(f"{self.path(number)}: made with other settings: choose another folder")
        return sorted(set(range(wanted)) - set(there))

    def write(self, number: int, array: NDArray[Any]) -> None:
        """Writes a shard. Raises OSError."""
        files.write_array(self.path(number), {"kind": self.kind} | self.about, array)

    def read(self, number: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        """The array of a shard. Raises LabError if the shard does not exist, or is damaged."""
        return files.read_array(self.path(number), self.kind, dtype)[1]

    def path(self, number: int) -> Path:
        """The file of a shard."""
        return self.folder / f"{self.kind}-{number:06}.npz"
