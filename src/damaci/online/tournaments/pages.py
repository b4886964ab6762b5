"""The pages of the tournaments of the server: the list with the announcement of another one, one tournament, and its
boards live."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import MediaType, Response, get
from litestar.params import FromPath, FromQuery

from damaci.online.costs import MOST_BROADCASTS
from damaci.online.identity import Visitor
from damaci.online.older import bookmark_in, first_page
from damaci.online.services import OnlineServices
from damaci.online.tournaments.acts import with_acts
from damaci.online.tournaments.api import Participation, may_announce, part_of
from damaci.online.tournaments.boards import SECTION, news, section_of
from damaci.online.tournaments.places import paged
from damaci.online.tournaments.steps import takes_players
from damaci.online.tournaments.wish import TournamentWish
from damaci.services.game_list import PER_PAGE
from damaci.site import tournament_data
from damaci.site.choices import rulesets_of
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME
from damaci.site.language import Catalog, catalog
from damaci.site.page_data import ruleset_titles
from damaci.site.pages import language_of, page
from damaci.site.tiebreak_names import tiebreak_names
from damaci.site.tournament_data import View
from damaci.store.announced import AnnouncedTournament, JoinedPlayer
from damaci.store.bookmark import Bookmark
from damaci.store.players import Player
from damaci.store.tournament_acts import Acted
from damaci.tournament import Tournament
from damaci.tournament.decide import byes_refused, half_byes_left

VIEWS = ("round", "players", "standings", "crosstable", "log", "papers")
IN_ARENA = ("round", "players", "standings", "log")


@get("/tournaments")
async def overview(request: AnyRequest) -> Response[str]:
    """The tournaments to come, those that are on, and those that are over."""
    services = OnlineServices.of(request)
    words = catalog(language_of(request))
    shown = await _over(services, "") | {
        "open": [_listed(each) for each in await services.store.announced.open()],
        "rulesets": ruleset_titles(words),
        "tiebreaks": tiebreak_names(words),
        "usual": TournamentWish(name="?", starts=0),
        "may_announce": may_announce(services, await Visitor.of(request).known()),
    }
    return page(request, "tournaments/announced.html", {}, shown=shown)


@get("/tournaments/over")
async def over(request: AnyRequest, before: FromQuery[str] = "") -> Response[str]:
    """The tournaments that are over, page by page. Raises NotFoundException."""
    return page(request, "tournaments/over.html", {}, shown=await _over(OnlineServices.of(request), before))


async def _over(services: OnlineServices, before: str) -> dict[str, Any]:
    """A page of those that are over, and the way to the next one."""
    found = await services.store.announced.over_after(bookmark_in(before), PER_PAGE + 1)
    listed, older = first_page(found, lambda each: Bookmark(each.plan.starts, each.stored.id), PER_PAGE)
    return {"over": [_listed(each) for each in listed], "older": older}


@get("/tournaments/{tournament:str}", opt=WHOLE_GAME)
async def one(
    request: AnyRequest,
    tournament: FromPath[str],
    view: FromQuery[View] = "round",
    round: FromQuery[int] = 0,
    places: FromQuery[int] = 0,
) -> Response[str]:
    """A page of a tournament; `round` 0 is the last one, `places` a page of the standings. Raises UnknownTournament."""
    shown = await _shown(request, tournament, view, round, places)
    told = {"part": msgspec.to_builtins(shown["part"]), "places": shown["places"]}
    data = {"tournament": tournament_data.for_scripts(shown) | told}
    return page(request, "tournaments/run.html", data, shown=shown)


@get("/api/tournaments/{tournament:str}/main", media_type=MediaType.HTML, opt=WHOLE_GAME)
async def main(
    request: AnyRequest,
    tournament: FromPath[str],
    view: FromQuery[View] = "round",
    round: FromQuery[int] = 0,
    places: FromQuery[int] = 0,
) -> str:
    """The main part of a page of a tournament, as it is now. Raises UnknownTournament."""
    shown = await _shown(request, tournament, view, round, places)
    return OnlineServices.of(request).fragments.main("tournaments/run.html", language_of(request), shown)


@get("/tournaments/{tournament:str}/boards", opt=WHOLE_GAME)
async def boards(
    request: AnyRequest, tournament: FromPath[str], section: FromQuery[int] = 1, projector: FromQuery[bool] = False
) -> Response[str]:
    """The boards that are being played, live; `projector`: they fill the window, page by page. Raises
    UnknownTournament."""
    services = OnlineServices.of(request)
    announced = await services.club.listed(tournament)
    seen = await services.boards.now(section_of(tournament, section))
    arena = announced.stored.system == "arena"
    first = msgspec.to_builtins(news(None, seen, time.time()))
    told = {"tournament": tournament, "arena": arena, "size": SECTION, "news": first}
    data = {"live": told, "rulesets": rulesets_of(catalog(language_of(request)))}
    shown = {"announced": announced, "projector": projector}
    shown |= {"broadcasts": await services.store.broadcasts.of_tournament(tournament, MOST_BROADCASTS)}
    return page(request, "tournaments/boards.html", data, shown=shown)


async def _shown(request: AnyRequest, id: str, view: View, round: int, places: int) -> dict[str, Any]:
    services = OnlineServices.of(request)
    announced = await services.club.listed(id)
    words = catalog(language_of(request))
    shown = await tournament_data.tournament(services.club, id, view, round, words)
    part = await part_of(services, await Visitor.of(request).known(), id)
    shown["places"] = 0
    if view == "standings":
        shown |= paged(shown["standings"], places, part.player)
    members = await services.store.announced.members(id)
    acts: Sequence[Acted] = ()
    if view == "log":
        acts = await services.store.tournament_acts.of(id)
        shown |= {"log": with_acts(shown["log"], acts, words)}
    boards = await services.store.announced.boards(id, [shown["round"]])
    found = (await services.club.find(id)).tournament
    owner = await _owner(services, announced)
    return (
        shown
        | _more(announced, part, members, words)
        | _byes(found, part)
        | {
            "count": max(shown["count"], announced.joined),
            "owner": owner,
            "known": _known([*acts, *members, *([owner] if owner else [])]),
            "games": {each.board: each.game for each in boards},
            "broadcasts": await services.store.broadcasts.of_tournament(id, MOST_BROADCASTS),
            "can_join": not announced.plan.over and takes_players(found),
        }
    )


def _known(people: Sequence[Acted | JoinedPlayer | Player]) -> dict[str, str]:
    """The accounts of people by their names, because the log has these."""
    return {each.name: each.account for each in people if each.account}


async def _owner(services: OnlineServices, announced: AnnouncedTournament) -> Player | None:
    """The player who has announced it; None if that player has been deleted."""
    if not announced.plan.owner:
        return None
    return await services.store.players.get(announced.plan.owner)


def _more(
    announced: AnnouncedTournament, part: Participation, members: list[JoinedPlayer] | Any, words: Catalog
) -> dict[str, Any]:
    """What the server knows of a tournament, and an arbiter's desk does not."""
    return {
        "views": IN_ARENA if announced.stored.system == "arena" else VIEWS,
        "arbiter": part.arbiter,
        "enters": part.arbiter,
        "part": part,
        "plan": announced.plan,
        "starts": _iso(announced.plan.starts),
        "begun": announced.plan.starts <= time.time(),
        "joined": announced.joined,
        "waiting": [each for each in members if each.entrant is None],
        "computers": {each.entrant for each in members if each.computer},
        "accounts": {each.entrant: each.account for each in members if each.entrant and each.account},
    }


def _byes(found: Tournament, part: Participation) -> dict[str, Any]:
    """Whether the reader may ask for a bye in the next round or a later one, and for how many of half a point."""
    plays = part.joined and not part.out
    left = half_byes_left(found, part.player) if part.player else found.settings.half_byes
    return {"asks_byes": plays and byes_refused(found, len(found.rounds) + 1) is None, "halves_left": left}


def _listed(announced: AnnouncedTournament) -> dict[str, Any]:
    begun = announced.plan.starts <= time.time()
    return {"announced": announced, "starts": _iso(announced.plan.starts), "begun": begun}


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="minutes")


ROUTES = (overview, over, one, main, boards)
