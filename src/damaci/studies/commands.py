"""The commands of people who may write in a study. The answer is a change or a refusal."""

import msgspec

from damaci.notation.pdn import PdnGame


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of all commands."""


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    """Gives the study another title."""

    title: str


class RenameChapter(Command, frozen=True, kw_only=True, tag="rename-chapter"):
    """Gives a chapter another title."""

    chapter: str
    title: str


class Move(Command, frozen=True, kw_only=True, tag="move"):
    """Moves a chapter to another place, counted from 0."""

    chapter: str
    place: int


class Remove(Command, frozen=True, kw_only=True, tag="remove"):
    """Removes a chapter."""

    chapter: str


class NewChapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter to be added, with an id that no other chapter has had."""

    id: str
    title: str
    game: PdnGame


class Add(Command, frozen=True, kw_only=True, tag="add"):
    """Adds chapters at the end: all of them, or none."""

    chapters: tuple[NewChapter, ...]


class Write(Command, frozen=True, kw_only=True, tag="write"):
    """Replaces the content of a chapter. `version` is the version that the author has seen."""

    chapter: str
    version: int
    game: PdnGame


Order = Rename | RenameChapter | Move | Remove
"""Commands about the chapters' order and titles, which can be read from JSON."""
AnyCommand = Order | Add | Write
