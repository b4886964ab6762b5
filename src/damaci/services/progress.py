"""The lessons and positions of courses that somebody has finished."""

from typing import Any

from damaci.lessons.catalogue import LESSONS
from damaci.lessons.courses import course_names
from damaci.stored import Store

KEY = "lessons"


class NoProgress:
    """For visitors about whom nothing is stored."""

    finished: frozenset[str] = frozenset()

    async def finish(self, lesson: str) -> None:
        """Keeps nothing."""


class StoredProgress:
    """The finished lessons of this data folder, read once, and again after one was added: another tab may have
    added some."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.finished: frozenset[str] = frozenset()

    async def open(self) -> None:
        """Reads what was finished in earlier runs, as far as those lessons still exist. Raises StoreError."""
        stored = _names(await self._store.settings.get(KEY))
        self.finished = (frozenset(LESSONS) | course_names()) & stored

    async def finish(self, lesson: str) -> None:
        """Keeps that a lesson is finished. Raises StoreError, and then it is not."""
        if lesson not in self.finished:
            await self._store.settings.change(KEY, lambda stored: sorted(_names(stored) | {lesson}))
            await self.open()


def _names(stored: Any) -> frozenset[str]:
    """What was stored, as far as it is a list of names."""
    if not isinstance(stored, list):
        return frozenset()
    return frozenset(each for each in stored if isinstance(each, str))
