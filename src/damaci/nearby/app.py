"""The Litestar app for guests: a page to join, the page of the game, and nothing else of this machine."""

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.types import Message, Scope

from damaci.host import Rooms
from damaci.links.bonds import Bonds
from damaci.links.reception import Reception
from damaci.nearby import pages, socket
from damaci.nearby.addresses import ADDRESSES
from damaci.nearby.guests import Guests
from damaci.nearby.services import NearbyServices
from damaci.site import pictures
from damaci.site.assets import Assets
from damaci.site.connection import Connection
from damaci.site.errors import HANDLERS
from damaci.site.rendering import Renderer
from damaci.site.security import AllowedHosts, Forbidden, Guard, add_headers
from damaci.store.log import EventLog

MAX_BODY = 4 * 1024


class DoorGuard(Guard):
    """As Guard, for a server without a name: Host has to be the address that received the request."""

    def __init__(self) -> None:
        super().__init__(AllowedHosts())

    def check_host(self, connection: Connection) -> None:
        """Raises Forbidden unless Host is the address that received the request."""
        host, port = connection.scope["server"] or ("", None)
        if connection.headers.get("host") != f"{host}:{port}":
            raise Forbidden("bad-host")


async def add_plain_headers(message: Message, scope: Scope) -> None:
    """As add_headers, without the header that browsers warn about on a page over plain HTTP."""
    await add_headers(message, scope)
    if message["type"] == "http.response.start":
        del MutableScopeHeaders.from_message(message)["cross-origin-opener-policy"]


def create_nearby_app(assets: Assets, rooms: Rooms, log: EventLog, reception: Reception, bonds: Bonds) -> Litestar:
    """Creates the app for guests, on the assets, open games, log, reception and bonds of the app that offers the
    game."""
    renderer = Renderer(assets, ADDRESSES)
    guests = Guests(reception, bonds)
    return Litestar(
        route_handlers=[*pages.ROUTES, *pictures.ROUTES, *socket.ROUTES, assets.router()],
        compression_config=CompressionConfig(backend="gzip"),
        middleware=[DoorGuard()],
        before_send=[add_plain_headers],
        exception_handlers=HANDLERS,
        state=State(
            {"services": NearbyServices(renderer, rooms, log, reception, guests)},
            deep_copy=False,
        ),
        request_max_body_size=MAX_BODY,
        openapi_config=None,
        logging_config=None,
    )
