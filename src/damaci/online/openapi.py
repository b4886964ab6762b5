"""The OpenAPI description: the described routes, authentication, errors."""

from importlib.metadata import version

from litestar import Router
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ControllerRouterHandler

from damaci.site.errors import Failure

FAILURES = {
    status: ResponseSpec(Failure, description=description, generate_examples=False)
    for status, description in (
        (400, "What was sent makes no sense."),
        (401, "The token is not good, or one is nobody yet."),
        (403, "Not for whoever asks."),
        (404, "There is no such thing, or not any more."),
        (409, "Not as things stand."),
        (413, "Too long."),
        (429, "Too much: wait a moment."),
        (503, "Nothing can be stored or read just now: try again."),
    )
}
"""The error answers that every request can have."""


def undescribed(*handlers: ControllerRouterHandler) -> Router:
    """A router for pages and requests of pages, which the description leaves out."""
    return Router("/", route_handlers=handlers, include_in_schema=False)


CONFIG = OpenAPIConfig(
    title="Damacı",
    version=version("damaci"),
    description=(
        "Playing Turkish draughts on a Damacı server by program. Games are followed over WebSockets: see "
        "docs/14-api.md."
    ),
    path="/api/v1",
    render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    use_handler_docstrings=True,
    components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
    security=[{"token": []}],
)
