"""The JSON API for the pages' scripts and other programs on this machine."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import get, patch, post, put
from litestar.params import FromQuery, JSONBody, QueryParameter

from damaci.home.services import HomeServices
from damaci.services.device_speed import SpeedState
from damaci.services.new_games import NewGame
from damaci.services.preferences import Preferences
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.pages import language_of
from damaci.store import Summary

MAX_LISTED = 200


class CreatedGame(msgspec.Struct, frozen=True):
    """The id of a new game."""

    id: str


class ListedGames(msgspec.Struct, frozen=True):
    """Games, last changed first."""

    games: Sequence[Summary]


class Health(msgspec.Struct, frozen=True):
    """The answer of a working server."""

    status: str = "ok"


@post("/api/games")
async def create_game(request: AnyRequest, data: JSONBody[NewGame]) -> CreatedGame:
    """Opens a game."""
    return CreatedGame(await HomeServices.of(request).new_games.create(data))


@get("/api/games")
async def list_games(
    request: AnyRequest,
    finished: FromQuery[bool | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)] = 50,
    offset: Annotated[int, QueryParameter(ge=0)] = 0,
) -> ListedGames:
    """The stored games: all, or only those that are finished or not."""
    return ListedGames(await HomeServices.of(request).store.games.list(finished=finished, limit=limit, offset=offset))


@get("/api/preferences")
async def read_preferences(request: AnyRequest) -> Preferences:
    """Returns the preferences."""
    return HomeServices.of(request).shelf.current


@put("/api/preferences")
async def write_preferences(request: AnyRequest, data: JSONBody[Preferences]) -> Preferences:
    """Stores the preferences; omitted ones get their default values."""
    await HomeServices.of(request).shelf.put(data)
    return data


@patch("/api/preferences")
async def change_preferences(request: AnyRequest, data: JSONBody[dict[str, Any]]) -> Preferences:
    """Changes some of the preferences; the others stay as they are."""
    return await HomeServices.of(request).shelf.change(data)


@get("/api/speed")
async def read_speed(request: AnyRequest) -> SpeedState:
    """How fast this device is, and how long levels think on it."""
    return HomeServices.of(request).speed.state(catalog(language_of(request)).translations.gettext)


@get("/healthz")
async def health() -> Health:
    """Whether the server answers."""
    return Health()


ROUTES = (create_game, list_games, read_preferences, change_preferences, write_preferences, read_speed, health)
