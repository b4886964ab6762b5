"""A study: its chapters in order. What is in a chapter is kept beside it, as PDN."""

import msgspec

MOST_CHAPTERS = 64
LONGEST_TITLE = 100
"""Characters."""
LONGEST_CHAPTER = 128 * 1024
"""Bytes of a chapter's PDN in UTF-8."""


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter without what is in it."""

    id: str
    title: str
    ruleset: str
    version: int = 1
    """Grows by one whenever what is in it changes."""


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """A study. Without chapters it is only about to begin."""

    title: str
    chapters: tuple[Chapter, ...] = ()
    version: int = 0
    """Grows by one with every change."""

    def chapter(self, id: str) -> Chapter | None:
        """The chapter with that id, if there is one."""
        return next((each for each in self.chapters if each.id == id), None)

    def place(self, id: str) -> int:
        """The index of a chapter. Raises ValueError for an unknown one."""
        return [each.id for each in self.chapters].index(id)
