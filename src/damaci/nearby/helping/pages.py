"""The pages of a helper, and their requests. A helper can do nothing else."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect

from damaci.links.helpers import Helping, HelpRefused
from damaci.links.messages import Name
from damaci.nearby.helping.services import COOKIE, HelperServices
from damaci.site import tournament_data
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.rejection import Rejected
from damaci.site.tournament_log import sentence
from damaci.site.tournaments import TournamentVersion
from damaci.site.visitors import write_preferences
from damaci.tournament import Tournament
from damaci.tournament.commands import Score, Undo
from damaci.tournament.events import Result, Scored

A_MONTH = 30 * 24 * 3600
VIEWS = ("round", "standings")
View = Literal["round", "standings"]
ShortText = Annotated[str, msgspec.Meta(max_length=200)]


class ComingHelper(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who would like to help."""

    name: Name
    code: ShortText


class HelperResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A result of a board, None for none. `seen`: how many steps of the tournament the helper had seen."""

    round: int
    board: int
    result: Result | None
    seen: int


class ResultTakenBack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The helper's own last result, by the number of its event."""

    event: int


@get("/")
async def entrance(request: AnyRequest, code: FromQuery[str] = "") -> Response[Any]:
    """The page to join, or the way back to the tournament."""
    services = HelperServices.of(request)
    helping = services.helper(request)
    if helping and (not code or services.helpers.is_code(helping.tournament, code)):
        return Redirect(f"/tournaments/{helping.tournament}")
    return page(request, "nearby/help.html", {}, shown={"code": code[:12]})


@post("/api/join", status_code=200)
async def join(request: AnyRequest, data: JSONBody[ComingHelper]) -> Response[None]:
    """Admits a helper who knows the code. Raises Rejected, StoreError."""
    services = HelperServices.of(request)
    services.tries.count(request.client.host if request.client else "")
    try:
        secret = await services.helpers.admit(data.name, data.code)
    except HelpRefused as refused:
        raise Rejected(403, refused.code) from None
    return Response(None, cookies=[Cookie(COOKIE, value=secret, max_age=A_MONTH, httponly=True, samesite="strict")])


@get("/tournaments/{tournament:str}")
async def one(
    request: AnyRequest, tournament: FromPath[str], view: FromQuery[View] = "round", round: FromQuery[int] = 0
) -> Response[Any]:
    """A page of the tournament, or the page to join for a visitor who is no helper. Raises UnknownTournament."""
    helping = HelperServices.of(request).helper(request)
    if helping is None or helping.tournament != tournament:
        return Redirect("/")
    shown = await _shown(request, helping, view, round)
    return page(request, "nearby/helping.html", {"tournament": tournament_data.for_scripts(shown)}, shown=shown)


@get("/api/tournaments/{tournament:str}/main", media_type=MediaType.HTML)
async def main(
    request: AnyRequest, tournament: FromPath[str], view: FromQuery[View] = "round", round: FromQuery[int] = 0
) -> str:
    """The main part of the page, as it is now. Raises Rejected, UnknownTournament."""
    services = HelperServices.of(request)
    shown = await _shown(request, services.helping(request, tournament), view, round)
    return services.fragments.main("nearby/helping.html", language_of(request), shown)


@get("/api/tournaments/{tournament:str}/version")
async def version(request: AnyRequest, tournament: FromPath[str]) -> TournamentVersion:
    """How many steps there are. Raises Rejected."""
    services = HelperServices.of(request)
    services.helping(request, tournament)
    return TournamentVersion(await services.tournaments.version(tournament))


@post("/api/tournaments/{tournament:str}/results", status_code=200)
async def score(request: AnyRequest, tournament: FromPath[str], data: JSONBody[HelperResult]) -> TournamentVersion:
    """Enters a result of the last round under the helper's name. Raises Rejected, TournamentRefused,
    UnknownTournament."""
    services = HelperServices.of(request)
    helper = services.helping(request, tournament).helper
    services.count_result(helper.id)
    found = (await services.tournaments.find(tournament)).tournament
    if found.closed:
        raise Rejected(409, "tournament-closed")
    if data.round != len(found.rounds):
        raise Rejected(409, "tournament-old-round")
    command = Score(round=data.round, board=data.board, result=data.result, seen=data.seen)
    return TournamentVersion(await services.tournaments.do(tournament, command, helper.name, helper=True))


@post("/api/tournaments/{tournament:str}/results/undo", status_code=200)
async def undo(request: AnyRequest, tournament: FromPath[str], data: JSONBody[ResultTakenBack]) -> TournamentVersion:
    """Takes the helper's own last result back. Raises Rejected, TournamentRefused, UnknownTournament."""
    services = HelperServices.of(request)
    helper = services.helping(request, tournament).helper
    services.count_result(helper.id)
    found = (await services.tournaments.find(tournament)).tournament
    if not data.event or data.event != own_last(found, helper.name):
        raise Rejected(409, "tournament-not-the-last")
    command = Undo(event=data.event)
    return TournamentVersion(await services.tournaments.do(tournament, command, helper.name, helper=True))


def own_last(found: Tournament, name: str) -> int:
    """The number of the last result of the last round that a helper has entered and may take back; 0 for none."""
    if found.closed:
        return 0
    for number, step in reversed(found.steps):
        if isinstance(step, Scored) and step.helper and step.by == name and step.round == len(found.rounds):
            return number if found.may_undo(number) else 0
    return 0


async def _shown(request: AnyRequest, helping: Helping, view: View, round: int) -> dict[str, Any]:
    services = HelperServices.of(request)
    words = catalog(language_of(request))
    shown = await tournament_data.tournament(services.tournaments, helping.tournament, view, round, words)
    last = shown["round"] == shown["rounds"] and not shown["closed"]
    found = (await services.tournaments.find(helping.tournament)).tournament
    own = own_last(found, helping.helper.name)
    told = {"own_step": own, "own_text": sentence(found, dict(found.steps)[own], words) if own else ""}
    return shown | told | {"views": VIEWS, "arbiter": False, "enters": last, "helper": helping.helper.name}


ROUTES = (entrance, join, one, main, version, score, undo, write_preferences)
