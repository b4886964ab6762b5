"""The Litestar app of one machine: routes, middleware and the lifetime of its services."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig

from damaci.home import (
    analysis,
    api,
    archive,
    devices,
    helpers,
    hints,
    lines,
    pages,
    progress,
    quitting,
    socket,
)
from damaci.home.parts.games import Doors, MakeDoor, MakeHelpersDoor
from damaci.home.services import open_services
from damaci.home.settings import HomeSettings
from damaci.links.link import Transport
from damaci.links.transports import system_transports
from damaci.site import board, endings, installing, learn, mistakes, pictures, puzzles, studies, tournaments
from damaci.site.assets import Assets
from damaci.site.errors import HANDLERS
from damaci.site.security import MAX_BODY, AllowedHosts, Guard, add_headers

PARTS = (
    pages,
    learn,
    puzzles,
    mistakes,
    progress,
    tournaments,
    helpers,
    studies,
    board,
    analysis,
    endings,
    api,
    hints,
    pictures,
    archive,
    devices,
    quitting,
)
"""The modules with the app's routes."""


def create_app(
    settings: HomeSettings,
    transports: Callable[[], Mapping[str, Transport]] = system_transports,
    make_door: MakeDoor | None = None,
    make_helpers_door: MakeHelpersDoor | None = None,
) -> Litestar:
    """Creates the app on one data folder. Other devices reach it over `transports`, and browsers through the doors that
    `make_door` and `make_helpers_door` make. Starting the app raises StoreError."""
    assets = Assets()
    doors = Doors(assets, transports, make_door, make_helpers_door)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_services(settings, doors) as services:
            app.state.services = services
            yield

    return Litestar(
        route_handlers=[
            *(route for part in PARTS for route in part.ROUTES),
            *pictures.GAME_ROUTES,
            *installing.ROUTES,
            socket.follow,
            lines.follow,
            assets.router(),
        ],
        compression_config=CompressionConfig(backend="gzip"),
        middleware=[Guard(AllowedHosts(settings.hosts))],
        before_send=[add_headers],
        exception_handlers=HANDLERS,
        lifespan=[lifespan],
        request_max_body_size=MAX_BODY,
        openapi_config=None,
        logging_config=None,
    )
