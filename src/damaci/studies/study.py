"""A study: its chapters in order. The content of a chapter is stored apart from it, as PDN."""

import msgspec

MOST_CHAPTERS = 64
LONGEST_TITLE = 100
"""The most characters of a title."""
LONGEST_CHAPTER = 128 * 1024
"""Bytes of a chapter's PDN in UTF-8."""


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter without its content."""

    id: str
    title: str
    ruleset: str
    version: int = 1
    """Grows by one whenever the content changes."""


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """A study. A new study does not have chapters yet."""

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
