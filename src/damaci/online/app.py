"""The Litestar app of the server for many players: routes, middleware and the lifetime of its services."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.types import ControllerRouterHandler

from damaci.online import (
    accounts,
    analysis,
    api,
    belongings,
    challenge_api,
    conditional_api,
    daily_queue,
    endings,
    explorer,
    following_api,
    health,
    holiday_api,
    operating,
    pages,
    people_api,
    people_pages,
    privacy,
    programs,
    progress,
    push_api,
    recovery,
    reporting,
    socket,
    television_pages,
)
from damaci.online.admission import Admission, TurnedAway, answer_turned_away
from damaci.online.broadcasts import api as broadcasts_api
from damaci.online.broadcasts import pages as broadcasts_pages
from damaci.online.broadcasts import socket as broadcasts_socket
from damaci.online.costs import Costs
from damaci.online.errors import answer_store_failure_to_strangers
from damaci.online.fair_play import api as fair_play_api
from damaci.online.fair_play import pages as fair_play_pages
from damaci.online.house import api as house_api
from damaci.online.house import pages as house_pages
from damaci.online.limits import RateLimits
from damaci.online.logs import RequestIds
from damaci.online.mail import api as mail_api
from damaci.online.mail import pages as mail_pages
from damaci.online.metrics import Counting, Metrics
from damaci.online.openapi import CONFIG, allow_every_method, undescribed
from damaci.online.parts.operating import Gates
from damaci.online.security import OnlineGuard, add_session
from damaci.online.services import open_services
from damaci.online.settings import OnlineSettings
from damaci.online.sockets import Sockets
from damaci.online.studies import api as studies_api
from damaci.online.studies import pages as studies_pages
from damaci.online.tournaments import api as tournament_api
from damaci.online.tournaments import pages as tournament_pages
from damaci.online.tournaments import sockets as tournament_sockets
from damaci.site import board, installing, learn, mistakes, pictures, puzzles
from damaci.site import endings as looking_around
from damaci.site.assets import Assets
from damaci.site.built_site import COMPRESSED, BuiltSite
from damaci.site.errors import HANDLERS
from damaci.site.security import MAX_BODY, add_headers
from damaci.site.socket import Socket
from damaci.store import StoreError

PAGES: Sequence[ControllerRouterHandler] = [
    *pages.ROUTES,
    *people_pages.ROUTES,
    *progress.ROUTES,
    *house_pages.ROUTES,
    *mail_pages.ROUTES,
    *television_pages.PAGES,
    *tournament_pages.ROUTES,
    *studies_pages.ROUTES,
    *broadcasts_pages.ROUTES,
    *board.ROUTES,
    *learn.ROUTES,
    *looking_around.ROUTES,
    *puzzles.ROUTES,
    *mistakes.ROUTES,
    *pictures.ROUTES,
    *pictures.GAME_ROUTES,
    *installing.ROUTES,
    *explorer.PAGES,
]
"""HTML, and what pages ask for besides the API."""
SOCKETS: Sequence[ControllerRouterHandler] = [
    *socket.ROUTES,
    *tournament_sockets.ROUTES,
    *broadcasts_socket.ROUTES,
]
OPERATING: Sequence[ControllerRouterHandler] = [
    *health.ROUTES,
    *operating.ROUTES,
    *fair_play_pages.ROUTES,
]
API: Sequence[ControllerRouterHandler] = [
    *accounts.ROUTES,
    *recovery.ROUTES,
    *reporting.ROUTES,
    *programs.ROUTES,
    *people_api.ROUTES,
    *house_api.ROUTES,
    *tournament_api.ROUTES,
    *studies_api.ROUTES,
    *broadcasts_api.ROUTES,
    *belongings.ROUTES,
    *api.ROUTES,
    *challenge_api.ROUTES,
    *following_api.ROUTES,
    *television_pages.ROUTES,
    *daily_queue.ROUTES,
    *conditional_api.ROUTES,
    *holiday_api.ROUTES,
    *push_api.ROUTES,
    *mail_api.ROUTES,
    *privacy.ROUTES,
    *endings.ROUTES,
    *explorer.ROUTES,
    *fair_play_api.ROUTES,
]
"""What is described to authors of programs."""
COMPRESSION = 4
"""gzip's level. For the longest game's state, level 9 takes ten times as long, and the answer is 5 % smaller."""


def create_online_app(
    settings: OnlineSettings, hosts: Sequence[str] = (), end: Callable[[], None] = lambda: None
) -> Litestar:
    """Creates the server on one database. `hosts`: accepted host names and addresses besides loopback and the public
    address. `end` is called when an operator drains this process.

    Raises NoSite. Starting it raises StoreError.
    """
    assets = Assets()
    site = BuiltSite(Path(settings.site)) if settings.site else None
    gates = Gates(Metrics(), RateLimits(), Sockets())
    guard = OnlineGuard(settings, [*hosts, *settings.hosts], gates.limits, Costs.of(settings), gates.sockets)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_services(settings, assets, gates, end, study=site is not None) as services:
            app.state.services = services
            yield

    return Litestar(
        route_handlers=[_undescribed_routes(assets, site), *API],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=COMPRESSION, exclude_opt_key=COMPRESSED
        ),
        middleware=[RequestIds(), Counting(gates.metrics), guard, Admission()],
        before_send=[add_headers, add_session, allow_every_method],
        exception_handlers={
            **HANDLERS,
            TurnedAway: answer_turned_away,
            HTTPException: guard.answer,
            StoreError: answer_store_failure_to_strangers,
        },
        lifespan=[lifespan],
        websocket_class=Socket,
        request_max_body_size=MAX_BODY,
        openapi_config=CONFIG,
        logging_config=None,
    )


def _undescribed_routes(assets: Assets, site: BuiltSite | None) -> ControllerRouterHandler:
    analysing = [site.handler(), *analysis.ROUTES] if site else []
    return undescribed(*PAGES, *SOCKETS, *OPERATING, *analysing, assets.router())
