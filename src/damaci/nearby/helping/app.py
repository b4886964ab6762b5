"""The Litestar app for helpers: a page to join, the page of the tournament, and nothing else of this machine."""

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State

from damaci.links.helpers import Helpers
from damaci.nearby.app import MAX_BODY, DoorGuard, add_plain_headers
from damaci.nearby.helping import pages
from damaci.nearby.helping.addresses import ADDRESSES
from damaci.nearby.helping.services import HelperServices
from damaci.services.tournaments import Tournaments
from damaci.site.assets import Assets
from damaci.site.errors import HANDLERS
from damaci.site.fragments import Fragments
from damaci.site.rendering import Renderer


def create_helping_app(assets: Assets, tournaments: Tournaments, helpers: Helpers) -> Litestar:
    """Creates the app for helpers, on the assets, tournaments and helpers of the arbiter's app."""
    services = HelperServices(Renderer(assets, ADDRESSES), tournaments, helpers, Fragments(ADDRESSES))
    return Litestar(
        route_handlers=[*pages.ROUTES, assets.router()],
        compression_config=CompressionConfig(backend="gzip"),
        middleware=[DoorGuard()],
        before_send=[add_plain_headers],
        exception_handlers=HANDLERS,
        state=State({"services": services}, deep_copy=False),
        request_max_body_size=MAX_BODY,
        openapi_config=None,
        logging_config=None,
    )
