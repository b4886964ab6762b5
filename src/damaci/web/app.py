"""The app: routes, checks and the life of what stands behind them."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig

from damaci.links.link import Transport
from damaci.links.transports import system_transports
from damaci.web import analysis, api, archive, devices, hints, learn, lines, pages, socket
from damaci.web.assets import Assets
from damaci.web.errors import HANDLERS
from damaci.web.nearby.app import create_nearby_app
from damaci.web.nearby.door import BROWSER, Door
from damaci.web.security import AllowedHosts, Guard, add_headers
from damaci.web.services import open_services
from damaci.web.settings import WebSettings

MAX_BODY = 16 * 1024
"""Bytes of the longest request body: a new game from a full board needs a few hundred."""


def create_app(
    settings: WebSettings, transports: Callable[[], Mapping[str, Transport]] = system_transports
) -> Litestar:
    """The app on one data folder, which other devices reach over `transports`, and browsers nearby by a door of their
    own.

    Starting it raises StoreError."""
    assets = Assets()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        door = Door()
        async with open_services(settings, assets, lambda: {**transports(), BROWSER: door}) as services:
            app.state.services = services
            door.lead_to(create_nearby_app(services))
            yield

    return Litestar(
        route_handlers=[
            *(route for part in (pages, learn, analysis, api, hints, archive, devices) for route in part.ROUTES),
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
