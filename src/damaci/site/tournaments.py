"""The pages of an arbiter's tournaments, and their requests."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.services.tournaments import NewTournament
from damaci.site import tournament_data
from damaci.site.connection import AnyRequest
from damaci.site.downloads import saved_as
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.services import TournamentServices
from damaci.site.tournament_data import View
from damaci.tournament.commands import AnyCommand
from damaci.tournament.events import Bye

LONGEST = 2 * 1024 * 1024
"""Bytes of the longest list of players or report file."""
TRF = "text/plain; charset=utf-8"

Name = Annotated[str, msgspec.Meta(max_length=40)]


class TournamentCommand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command, and which arbiter gives it."""

    command: AnyCommand
    by: Name = ""


class NewEntrants(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Players to enter, as text; what late ones get for the rounds they missed; and who enters them."""

    text: str
    missed: Bye = "Z"
    by: Name = ""


class CreatedTournament(msgspec.Struct, frozen=True):
    """The id of the new tournament."""

    id: str


class TournamentVersion(msgspec.Struct, frozen=True):
    """How many steps a tournament has."""

    version: int


@get("/tournaments")
async def overview(request: AnyRequest) -> Response[str]:
    """The tournaments that there are, and the form for another one."""
    services = TournamentServices.of(request)
    shown = await tournament_data.overview(services.tournaments, catalog(language_of(request)))
    return page(request, "tournaments/overview.html", {}, shown=shown)


@get("/tournaments/{tournament:str}")
async def one(
    request: AnyRequest, tournament: FromPath[str], view: FromQuery[View] = "round", round: FromQuery[int] = 0
) -> Response[str]:
    """A page of a tournament; `round` 0 is the last one. Raises UnknownTournament."""
    shown = await _shown(request, tournament, view, round)
    return page(request, "tournaments/tournament.html", {"tournament": tournament_data.for_scripts(shown)}, shown=shown)


@get("/api/tournaments/{tournament:str}/main", media_type=MediaType.HTML)
async def main(
    request: AnyRequest, tournament: FromPath[str], view: FromQuery[View] = "round", round: FromQuery[int] = 0
) -> str:
    """The main part of a page of a tournament, as it is now. Raises UnknownTournament."""
    shown = await _shown(request, tournament, view, round)
    fragments = TournamentServices.of(request).fragments
    return fragments.main("tournaments/tournament.html", language_of(request), shown)


async def _shown(request: AnyRequest, tournament: str, view: View, round: int) -> dict[str, Any]:
    services = TournamentServices.of(request)
    words = catalog(language_of(request))
    return await tournament_data.tournament(services.tournaments, tournament, view, round, words)


@get("/api/tournaments/{tournament:str}/version")
async def version(request: AnyRequest, tournament: FromPath[str]) -> TournamentVersion:
    """How many steps there are; 0 for a tournament that is gone."""
    return TournamentVersion(await TournamentServices.of(request).tournaments.version(tournament))


@get("/api/tournaments/{tournament:str}/report.trf")
async def report(request: AnyRequest, tournament: FromPath[str]) -> Response[str]:
    """The tournament as FIDE's report file. Raises UnknownTournament."""
    text = await TournamentServices.of(request).tournaments.report(tournament)
    return Response(text, media_type=TRF, headers=saved_as(f"damaci-{tournament}.trf"))


@post("/api/tournaments", request_max_body_size=LONGEST)
async def create(request: AnyRequest, data: JSONBody[NewTournament]) -> CreatedTournament:
    """Opens a tournament. Raises DamaciError."""
    return CreatedTournament(await TournamentServices.of(request).tournaments.open(data))


@post("/api/tournaments/{tournament:str}/players", status_code=200, request_max_body_size=LONGEST)
async def enter(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[NewEntrants]
) -> dict[Literal["entered"], int]:
    """Enters players. Raises DamaciError, TournamentRefused, UnknownTournament."""
    tournaments = TournamentServices.of(request).tournaments
    return {"entered": await tournaments.enter(tournament, data.text, data.missed, data.by)}


@post("/api/tournaments/{tournament:str}/steps", status_code=200)
async def do(request: AnyRequest, tournament: FromPath[str], data: JSONBody[TournamentCommand]) -> TournamentVersion:
    """Carries a command out. Raises TournamentRefused, UnknownTournament."""
    return TournamentVersion(await TournamentServices.of(request).tournaments.do(tournament, data.command, data.by))


@delete("/api/tournaments/{tournament:str}")
async def remove(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Deletes a tournament. Raises UnknownTournament."""
    await TournamentServices.of(request).tournaments.delete(tournament)


ROUTES = (overview, one, main, version, report, create, enter, do, remove)
