"""What the pages of studies ask for, by name: the names and answers are those of damaci.site.studies."""

from collections.abc import Sequence

import msgspec

from damaci.pocket.answers import PDN, TextAnswer
from damaci.pocket.requests import Nothing, PageRequest, Requests
from damaci.services.studies import ChapterContents, ChapterSource, NewStudy, ShownStudy
from damaci.services.tree import Tree
from damaci.stored.studies import StoredStudy
from damaci.studies import Study
from damaci.studies.commands import Order


class OfStudy(msgspec.Struct):
    """A study, and one of its chapters; the first unless another is asked for."""

    study: str = ""
    chapter: str = ""


class SourceOf(ChapterSource, frozen=True, kw_only=True):
    """Chapters for a study."""

    study: str


class ContentsOf(msgspec.Struct):
    """The new contents of a chapter, from a person who has seen it at a version."""

    study: str
    chapter: str
    version: int
    tree: Tree


class StudyCommand(msgspec.Struct):
    """A command about order and titles."""

    study: str
    command: Order


async def listed(asked: PageRequest, _: Nothing) -> Sequence[StoredStudy]:
    """The studies, last changed first."""
    return await asked.services.studies.list()


async def create(asked: PageRequest, wish: NewStudy) -> dict[str, str]:
    """Makes a study."""
    return {"id": await asked.services.studies.create(wish)}


async def show(asked: PageRequest, of: OfStudy) -> ShownStudy:
    """A study with one of its chapters."""
    return await asked.services.studies.show(of.study, of.chapter)


async def outline(asked: PageRequest, of: OfStudy) -> Study:
    """A study without what is in its chapters."""
    return await asked.services.studies.find(of.study)


async def add(asked: PageRequest, source: SourceOf) -> Study:
    """Adds chapters."""
    return await asked.services.studies.add(source.study, source)


async def write(asked: PageRequest, contents: ContentsOf) -> Study:
    """Replaces what is in a chapter."""
    seen = ChapterContents(version=contents.version, tree=contents.tree)
    return await asked.services.studies.write(contents.study, contents.chapter, seen)


async def do(asked: PageRequest, step: StudyCommand) -> Study:
    """Carries a command out."""
    return await asked.services.studies.do(step.study, step.command)


async def pdn(asked: PageRequest, of: OfStudy) -> TextAnswer:
    """A study as one PDN."""
    return TextAnswer(await asked.services.studies.pdn(of.study), PDN, f"damaci-{of.study}.pdn")


async def remove(asked: PageRequest, of: OfStudy) -> None:
    """Deletes a study."""
    await asked.services.studies.delete(of.study)


REQUESTS: Requests = {
    "studies.list": (Nothing, listed),
    "studies.create": (NewStudy, create),
    "studies.show": (OfStudy, show),
    "studies.outline": (OfStudy, outline),
    "studies.add": (SourceOf, add),
    "studies.write": (ContentsOf, write),
    "studies.do": (StudyCommand, do),
    "studies.pdn": (OfStudy, pdn),
    "studies.delete": (OfStudy, remove),
}
