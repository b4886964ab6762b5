"""Why a study does not do what it was asked: typed, so that every door can say it in its own words."""

from dataclasses import dataclass
from enum import StrEnum


class StudyCode(StrEnum):
    """The reasons, as stable words."""

    BAD_TITLE = "bad-title"
    """Empty, or too long."""
    FULL = "full"
    """There are as many chapters as a study can have."""
    TOO_LONG = "too-long"
    """More moves and words than a chapter can hold."""
    UNKNOWN_CHAPTER = "unknown-chapter"
    """Somebody has removed it, or it has never been there."""
    LAST_CHAPTER = "last-chapter"
    """A study has at least one."""
    CHANGED = "changed"
    """Somebody else has changed the chapter since it was read."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command was not carried out; nothing has changed."""

    code: StudyCode
    message: str
    """English, for logs and developers."""
