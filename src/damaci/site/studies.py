"""The pages of studies, and their requests."""

from collections.abc import Sequence

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.services.studies import ChapterContents, ChapterSource, NewStudy, ShownStudy, Studies
from damaci.site import page_data
from damaci.site.choices import levels_of, rulesets_of
from damaci.site.connection import AnyRequest
from damaci.site.downloads import file
from damaci.site.language import catalog
from damaci.site.large_body import LARGE
from damaci.site.pages import language_of, page
from damaci.site.services import StudyServices
from damaci.stored.studies import StoredStudy
from damaci.studies import Study
from damaci.studies.commands import Order


class CreatedStudy(msgspec.Struct, frozen=True):
    """The id of the new study."""

    id: str


class StudyCommand(msgspec.Struct, frozen=True):
    """A command about order and titles."""

    command: Order


@get("/studies")
async def overview(request: AnyRequest) -> Response[str]:
    """All studies, and a form for another one."""
    shown = await page_data.studies(_studies(request), catalog(language_of(request)))
    return page(request, "studies/overview.html", {}, shown=shown)


@get("/studies/{study:str}")
async def one(request: AnyRequest, study: FromPath[str], chapter: FromQuery[str] = "") -> Response[str]:
    """A study with one of its chapters on the board. Raises UnknownStudy."""
    words = catalog(language_of(request))
    data = await page_data.study(_studies(request), study, chapter)
    choices = {"starts": page_data.starts(), "rulesets": rulesets_of(words), "levels": levels_of(words)}
    return page(request, "studies/study.html", data | choices)


@get("/api/studies")
async def listed(request: AnyRequest) -> Sequence[StoredStudy]:
    """The studies, last changed first."""
    return await _studies(request).list()


@post("/api/studies", **LARGE)
async def create(request: AnyRequest, data: JSONBody[NewStudy]) -> CreatedStudy:
    """Makes a study. Raises DamaciError."""
    return CreatedStudy(await _studies(request).create(data))


@get("/api/studies/{study:str}")
async def show(request: AnyRequest, study: FromPath[str], chapter: FromQuery[str] = "") -> ShownStudy:
    """A study with one of its chapters. Raises UnknownStudy."""
    return await _studies(request).show(study, chapter)


@get("/api/studies/{study:str}/outline")
async def outline(request: AnyRequest, study: FromPath[str]) -> Study:
    """A study without what is in its chapters. Raises UnknownStudy."""
    return await _studies(request).find(study)


@post("/api/studies/{study:str}/chapters", status_code=200, **LARGE)
async def add(request: AnyRequest, study: FromPath[str], data: JSONBody[ChapterSource]) -> Study:
    """Adds chapters. Raises DamaciError, StudyRefused, UnknownStudy."""
    return await _studies(request).add(study, data)


@put("/api/studies/{study:str}/chapters/{chapter:str}", **LARGE)
async def write(
    request: AnyRequest, study: FromPath[str], chapter: FromPath[str], data: JSONBody[ChapterContents]
) -> Study:
    """Replaces what is in a chapter. Raises DamaciError, StudyRefused, UnknownStudy."""
    return await _studies(request).write(study, chapter, data)


@post("/api/studies/{study:str}/steps", status_code=200)
async def do(request: AnyRequest, study: FromPath[str], data: JSONBody[StudyCommand]) -> Study:
    """Carries a command about order and titles out. Raises StudyRefused, UnknownStudy."""
    return await _studies(request).do(study, data.command)


@get("/api/studies/{study:str}/pdn")
async def pdn(request: AnyRequest, study: FromPath[str]) -> Response[str]:
    """A study as one PDN. Raises UnknownStudy."""
    return file(await _studies(request).pdn(study), f"damaci-{study}.pdn")


@delete("/api/studies/{study:str}")
async def remove(request: AnyRequest, study: FromPath[str]) -> None:
    """Deletes a study. Raises UnknownStudy."""
    await _studies(request).delete(study)


def _studies(request: AnyRequest) -> Studies:
    return StudyServices.of(request).studies


ROUTES = (overview, one, listed, create, show, outline, add, write, do, pdn, remove)
