"""What services need of the stored studies."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import msgspec

from damaci.studies import Study

Texts = Mapping[str, str | None]
"""The PDN of chapters by their ids; None for a chapter that is gone."""


class StoredStudy(msgspec.Struct, frozen=True):
    """A study in a list."""

    id: str
    version: int
    created: float
    updated: float
    title: str
    chapters: int


class Studies(Protocol):
    """Studies: each with its chapters' order and titles, and beside it the PDN of each chapter. Every method that waits
    raises StoreError, and then nothing was changed."""

    async def list(self, limit: int = 200) -> Sequence[StoredStudy]:
        """All studies, the last changed first."""

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """The ids after an id, in order."""

    async def read(self, study: str) -> Study | None:
        """A study; None if there is none of that id."""

    async def texts(self, study: str, chapters: Collection[str]) -> dict[str, str]:
        """The contents of some chapters of a study; chapters that are gone are left out."""

    async def add(self, study: str, value: Study, texts: Texts, at: float) -> None:
        """Stores a new study. Raises VersionConflict when there is one with that id."""

    async def change(self, study: str, version: int, value: Study, texts: Texts, at: float) -> None:
        """Replaces a study that is at a version, and its changed chapters. Raises VersionConflict
        when it is at another version, or gone."""

    async def delete(self, study: str) -> bool:
        """Deletes a study and its chapters; returns whether it existed."""
