"""The app: routes, checks and the life of what stands behind them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig

from damaci.web import analysis, api, archive, hints, learn, lines, pages, socket
from damaci.web.assets import Assets
from damaci.web.errors import HANDLERS
from damaci.web.security import AllowedHosts, Guard, add_headers
from damaci.web.services import open_services
from damaci.web.settings import WebSettings

MAX_BODY = 16 * 1024
"""Bytes of the longest request body: a new game from a full board needs a few hundred."""


def create_app(settings: WebSettings) -> Litestar:
    """The app on one data folder. Starting it raises StoreError."""
    assets = Assets()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_services(settings, assets) as services:
            app.state.services = services
            yield

    return Litestar(
        route_handlers=[
            *(route for part in (pages, learn, analysis, api, hints, archive) for route in part.ROUTES),
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
