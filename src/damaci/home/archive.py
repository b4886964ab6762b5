"""The archive over HTTP: its page, games in and out, deleting."""

import asyncio
import time
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.home.services import HomeServices
from damaci.services.archive import Archive, Everything, Filter
from damaci.services.importing import games_in
from damaci.site.downloads import file
from damaci.site.game_list import row
from damaci.site.language import catalog
from damaci.site.pages import language_of, levels_of, page, rulesets_of

MAX_IMPORT = 2 * 1024 * 1024
"""Bytes of the longest file that is read in."""

AnyRequest = Request[Any, Any, Any]


class Import(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file's text: PDN or a FEN. `ruleset` is for a text that leaves it open."""

    text: str
    ruleset: str = "turkish"


class Imported(msgspec.Struct, frozen=True):
    """The ids of the games that came in."""

    games: list[str]


@get("/games")
async def archive(
    request: AnyRequest,
    status: FromQuery[str] = "",
    ruleset: FromQuery[str] = "",
    player: FromQuery[str] = "",
    search: FromQuery[str] = "",
    start: FromQuery[int] = 0,
) -> Response[str]:
    """The games in which somebody has moved, last changed first."""
    wanted = Filter(status=status, ruleset=ruleset, player=player, search=search, start=start)
    found = await _archive(request).page(wanted)
    words = catalog(language_of(request))
    shown = {
        "games": [row(words, game) for game in found.games],
        "asked": msgspec.structs.asdict(wanted),
        "levels": levels_of(words),
        "rulesets": rulesets_of(words),
        "before": found.before,
        "after": found.after,
    }
    return page(request, "archive/archive.html", {}, shown=shown)


@get("/api/games/{game:str}/pdn", media_type=MediaType.TEXT)
async def one_pdn(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """One game. Raises UnknownGame."""
    return file(await _archive(request).pdn(game), f"damaci-{game}.pdn")


@get("/api/games.pdn", media_type=MediaType.TEXT)
async def all_pdn(request: AnyRequest) -> Response[str]:
    """Every game that has begun, last changed first."""
    return file("\n".join([text async for text in _archive(request).all_pdn()]), "damaci.pdn")


@post("/api/import", request_max_body_size=MAX_IMPORT)
async def bring_in(request: AnyRequest, data: JSONBody[Import]) -> Imported:
    """Games from a file, none if one cannot be read. Raises DamaciError."""
    games = await asyncio.to_thread(games_in, data.text, time.time(), data.ruleset)
    return Imported([await HomeServices.of(request).rooms.add(events) for events in games])


@delete("/api/games/{game:str}")
async def delete_game(request: AnyRequest, game: FromPath[str]) -> None:
    """Removes a game for good; one that is played with another device is left. Raises UnknownGame."""
    await _archive(request).delete(game)


@get("/api/data")
async def take_along(request: AnyRequest) -> Response[Everything]:
    """Preferences, progress and every game, as one file."""
    headers = {"content-disposition": 'attachment; filename="damaci.json"'}
    return Response(await _archive(request).everything(), headers=headers)


@delete("/api/data")
async def forget(request: AnyRequest) -> None:
    """Removes preferences, progress and every game for good."""
    services = HomeServices.of(request)
    await services.archive.forget()
    await services.desk.bonds.open()
    await services.shelf.open()
    await services.progress.open()


def _archive(request: AnyRequest) -> Archive:
    return HomeServices.of(request).archive


ROUTES = (archive, one_pdn, all_pdn, bring_in, delete_game, take_along, forget)
