"""The reasons why a study refuses a command, as codes that every interface can explain in its own words."""

from dataclasses import dataclass
from enum import StrEnum


class StudyCode(StrEnum):
    """The reasons, as stable words."""

    BAD_TITLE = "bad-title"
    """The title is empty or too long."""
    FULL = "full"
    """The study already has the most chapters that are possible."""
    TOO_LONG = "too-long"
    """The chapter has more moves and words than are possible."""
    UNKNOWN_CHAPTER = "unknown-chapter"
    """The chapter has been removed, or never existed."""
    LAST_CHAPTER = "last-chapter"
    """The last chapter cannot be removed."""
    CHANGED = "changed"
    """Somebody else has changed the chapter since it was read."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command was not carried out; nothing has changed."""

    code: StudyCode
    message: str
    """English, for logs and developers."""
