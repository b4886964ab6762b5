"""The archive: every game that was played here, to be found, replayed, taken along and deleted."""

import asyncio
import time
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.home.services import HomeServices
from damaci.host import UnknownGame
from damaci.links import bonds
from damaci.rules.catalogue import RULESETS
from damaci.services.records import Everything, games_in, pdn
from damaci.site.downloads import file
from damaci.site.game_list import PER_PAGE, row
from damaci.site.language import catalog
from damaci.site.pages import language_of, levels_of, page

MAX_IMPORT = 2 * 1024 * 1024
"""Bytes of the longest file that is read in."""
_STATUS = {"": None, "finished": True, "unfinished": False}

AnyRequest = Request[Any, Any, Any]


class Import(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file's text: PDN or a FEN. `ruleset` is for a text that leaves it open."""

    text: str
    ruleset: str = "turkish"


class Imported(msgspec.Struct, frozen=True):
    """The ids of the games that came in."""

    games: list[str]


# ---- the page --------------------------------------------------------------------------------------------------------


@get("/games")
async def archive(
    request: AnyRequest,
    status: FromQuery[str] = "",
    ruleset: FromQuery[str] = "",
    player: FromQuery[str] = "",
    search: FromQuery[str] = "",
    start: FromQuery[int] = 0,
) -> Response[str]:
    """The games in which somebody has moved, last changed first; a filter that there is not is none."""
    start = max(0, start)
    found = await HomeServices.of(request).store.games.list(
        finished=_STATUS.get(status),
        ruleset=ruleset,
        player=player,
        search=search.strip(),
        begun=True,
        limit=PER_PAGE + 1,
        offset=start,
    )
    words = catalog(language_of(request))
    asked = {"status": status, "ruleset": ruleset, "player": player, "search": search}
    shown = {
        "games": [row(words, game) for game in found[:PER_PAGE]],
        "asked": asked,
        "levels": levels_of(words),
        "rulesets": [
            {"name": each.name, "title": words.translations.gettext(each.title)} for each in RULESETS.values()
        ],
        "before": max(0, start - PER_PAGE) if start else None,
        "after": start + PER_PAGE if len(found) > PER_PAGE else None,
    }
    return page(request, "archive/archive.html", {}, shown=shown)


# ---- in and out ------------------------------------------------------------------------------------------------------


@get("/api/games/{game:str}/pdn", media_type=MediaType.TEXT)
async def one_pdn(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """One game. Raises UnknownGame."""
    events = await HomeServices.of(request).store.log.read(game)
    if not events:
        raise UnknownGame(f"no game {game!r}")
    return file(pdn(events), f"damaci-{game}.pdn")


@get("/api/games.pdn", media_type=MediaType.TEXT)
async def all_pdn(request: AnyRequest) -> Response[str]:
    """Every game that has begun, last changed first."""
    store = HomeServices.of(request).store
    texts = []
    for game in await store.games.list(begun=True, limit=None):
        events = await store.log.read(game.id)
        texts.append(await asyncio.to_thread(pdn, events))
    return file("\n".join(texts), "damaci.pdn")


@post("/api/import", request_max_body_size=MAX_IMPORT)
async def bring_in(request: AnyRequest, data: JSONBody[Import]) -> Imported:
    """Games from a file, none if one cannot be read. Raises DamaciError."""
    services = HomeServices.of(request)
    games = await asyncio.to_thread(games_in, data.text, time.time(), data.ruleset)
    return Imported([await services.rooms.add(events) for events in games])


@delete("/api/games/{game:str}")
async def delete_game(request: AnyRequest, game: FromPath[str]) -> None:
    """Removes a game for good; one that is played with another device is left. Raises UnknownGame."""
    services = HomeServices.of(request)
    await services.desk.leave(game)
    await services.rooms.delete(game)


# ---- all that is known of a person -----------------------------------------------------------------------------------


@get("/api/data")
async def take_along(request: AnyRequest) -> Response[Everything]:
    """Preferences, progress and every game, as one file."""
    store = HomeServices.of(request).store
    games = {game.id: await store.log.read(game.id) for game in await store.games.list(limit=None)}
    settings = {
        key: value for key, value in (await store.settings.all()).items() if key != bonds.KEY
    }  # which is full of secrets
    headers = {"content-disposition": 'attachment; filename="damaci.json"'}
    return Response(Everything(settings, games), headers=headers)


@delete("/api/data")
async def forget(request: AnyRequest) -> None:
    """Removes preferences, progress and every game for good."""
    services = HomeServices.of(request)
    for game in await services.store.games.list(limit=None):
        await services.desk.leave(game.id)
        await services.rooms.delete(game.id)
    await services.store.settings.clear()
    await services.desk.bonds.open()
    await services.shelf.open()
    await services.progress.open()


ROUTES = (archive, one_pdn, all_pdn, bring_in, delete_game, take_along, forget)
