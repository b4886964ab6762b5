"""The JSON API of studies: chapters and what is in them, who may read and write, and reports."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.online.costs import STUDY
from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.online.studies.library import Sharing, StudyLibrary, StudyWriter
from damaci.services.studies import ChapterContents, ChapterSource, NewStudy, ShownStudy
from damaci.site.connection import AnyRequest
from damaci.site.downloads import file
from damaci.site.large_body import LARGE
from damaci.site.rejection import Rejected
from damaci.site.studies import CreatedStudy, StudyCommand
from damaci.store.players import Player
from damaci.store.shared_studies import SharedStudy, Visibility
from damaci.stored.errors import VersionConflict
from damaci.studies import Study


class InList(msgspec.Struct, frozen=True):
    """A study in a list; moments in epoch seconds."""

    id: str
    title: str
    chapters: int
    created: float
    updated: float
    visibility: Visibility
    owner: StudyWriter


class StudyLists(msgspec.Struct, frozen=True):
    """The player's own studies, and those of others in which the player may write; last changed first."""

    mine: Sequence[InList]
    shared: Sequence[InList]


class Readers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may read a study besides those who write in it."""

    visibility: Visibility


class InvitedPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a player with an account."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


@get("/api/v1/studies", responses=FAILURES)
async def listed(request: AnyRequest) -> StudyLists:
    """Lists studies; none for a guest."""
    return await lists_of(request)


async def lists_of(request: AnyRequest) -> StudyLists:
    """The studies of the visitor. Raises StoreError."""
    player = await Visitor.of(request).known()
    if player is None:
        return StudyLists((), ())
    mine, shared = await _library(request).lists(player)
    return StudyLists([_in_list(each) for each in mine], [_in_list(each) for each in shared])


def _in_list(found: SharedStudy) -> InList:
    stored = found.stored
    owner = StudyWriter(found.owner.name, found.owner.account)
    return InList(stored.id, stored.title, stored.chapters, stored.created, stored.updated, found.visibility, owner)


@post("/api/v1/studies", responses=FAILURES, opt=STUDY, **LARGE)
async def create(request: AnyRequest, data: JSONBody[NewStudy]) -> CreatedStudy:
    """Makes a private study. Raises DamaciError, Rejected."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).known()
    if player is None:
        raise Rejected(403, "study-account-needed")
    async with services.turns.of(player.id):
        try:
            return CreatedStudy(await services.library.create(player, data))
        except VersionConflict:  # The player has been deleted meanwhile.
            raise Rejected(401, "nobody") from None


@get("/api/v1/studies/{study:str}", responses=FAILURES, opt=STUDY)
async def show(request: AnyRequest, study: FromPath[str], chapter: FromQuery[str] = "") -> ShownStudy:
    """A study with one of its chapters, the first unless another is asked for. Raises UnknownStudy."""
    return await _library(request).show(await _player(request), study, chapter)


@delete("/api/v1/studies/{study:str}", responses=FAILURES)
async def remove(request: AnyRequest, study: FromPath[str]) -> None:
    """Deletes a study: for its owner. Raises UnknownStudy, Rejected."""
    await _library(request).delete(await _player(request), study)


@get("/api/v1/studies/{study:str}/outline", responses=FAILURES)
async def outline(request: AnyRequest, study: FromPath[str]) -> Study:
    """A study without what is in its chapters. Raises UnknownStudy."""
    return await _library(request).outline(await _player(request), study)


@post(
    "/api/v1/studies/{study:str}/chapters",
    status_code=200,
    responses=FAILURES,
    opt=STUDY,
    **LARGE,
)
async def add(request: AnyRequest, study: FromPath[str], data: JSONBody[ChapterSource]) -> Study:
    """Adds chapters: for its owner and members. Raises DamaciError, StudyRefused, UnknownStudy, Rejected."""
    return await _library(request).add(await _player(request), study, data)


@put("/api/v1/studies/{study:str}/chapters/{chapter:str}", responses=FAILURES, **LARGE)
async def write(
    request: AnyRequest, study: FromPath[str], chapter: FromPath[str], data: JSONBody[ChapterContents]
) -> Study:
    """Replaces what is in a chapter: for its owner and members. `version` is that of the chapter as it was read; when
    somebody else has changed it since, the answer is 409 `study-changed` and nothing is changed. Raises DamaciError,
    StudyRefused, UnknownStudy, Rejected."""
    return await _library(request).write(await _player(request), study, chapter, data)


@post("/api/v1/studies/{study:str}/steps", status_code=200, responses=FAILURES)
async def do(request: AnyRequest, study: FromPath[str], data: JSONBody[StudyCommand]) -> Study:
    """Carries a command about order and titles out: for its owner and members. Raises StudyRefused, UnknownStudy,
    Rejected."""
    return await _library(request).do(await _player(request), study, data.command)


@get(
    "/api/v1/studies/{study:str}/pdn",
    responses=FAILURES | {200: ResponseSpec(str, media_type="application/vnd.pdn", generate_examples=False)},
    opt=STUDY,
)
async def pdn(request: AnyRequest, study: FromPath[str], chapter: FromQuery[str] = "") -> Response[str]:
    """A study as one PDN, or one of its chapters. Raises UnknownStudy."""
    text = await _library(request).pdn(await _player(request), study, chapter)
    return file(text, f"damaci-{study}.pdn")


@get("/api/v1/studies/{study:str}/sharing", responses=FAILURES)
async def sharing(request: AnyRequest, study: FromPath[str]) -> Sharing:
    """Whose a study is, and who may do what. Raises UnknownStudy."""
    return await _library(request).sharing(await _player(request), study)


@put("/api/v1/studies/{study:str}/sharing", responses=FAILURES)
async def show_to(request: AnyRequest, study: FromPath[str], data: JSONBody[Readers]) -> Sharing:
    """Changes who may read a study: for its owner. Raises UnknownStudy, Rejected."""
    await _library(request).show_to(await _player(request), study, data.visibility)
    return await _library(request).sharing(await _player(request), study)


@post("/api/v1/studies/{study:str}/members", status_code=200, responses=FAILURES)
async def invite(request: AnyRequest, study: FromPath[str], data: JSONBody[InvitedPlayer]) -> Sharing:
    """Lets another player write in a study: for its owner. Raises UnknownStudy, Rejected."""
    player = await _player(request)
    async with OnlineServices.of(request).turns.of(player.id if player else ""):
        await _library(request).invite(player, study, data.name)
    return await _library(request).sharing(player, study)


@delete("/api/v1/studies/{study:str}/members/{name:str}", responses=FAILURES)
async def dismiss(request: AnyRequest, study: FromPath[str], name: FromPath[str]) -> None:
    """Takes a member out of a study: for its owner, and for the member. Raises UnknownStudy, Rejected."""
    await _library(request).dismiss(await _player(request), study, name)


def _library(request: AnyRequest) -> StudyLibrary:
    return OnlineServices.of(request).library


async def _player(request: AnyRequest) -> Player | None:
    return await Visitor.of(request).known()


ROUTES = (listed, create, show, remove, outline, add, write, do, pdn, sharing, show_to, invite, dismiss)
