"""The OpenAPI description: the described routes, authentication, errors."""

from importlib.metadata import version

from litestar import Router
from litestar.datastructures import MutableScopeHeaders
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.routes import HTTPRoute
from litestar.types import ControllerRouterHandler, Message, Scope

from damaci.online.cookies import HOST_ONLY, SESSION_COOKIE
from damaci.site.failures import Failure
from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER

FAILURES = {
    status: ResponseSpec(Failure, description=description, generate_examples=False)
    for status, description in (
        (400, "The request does not fit the description, or a value is invalid."),
        (401, "The token is invalid or revoked, or the request needs a player."),
        (403, "The visitor is not allowed to do that."),
        (404, "It does not exist, or no longer."),
        (409, "The current state does not allow it."),
        (413, "The body is too long."),
        (429, "Too many requests: wait a moment."),
        (503, "The store cannot be read or written at the moment: try again."),
    )
}
"""The error answers that every request can have."""


def undescribed(*handlers: ControllerRouterHandler) -> Router:
    """A router for pages and requests of pages, which the description leaves out."""
    return Router("/", route_handlers=handlers, include_in_schema=False)


CONFIG = OpenAPIConfig(
    title="Damacı",
    version=version("damaci"),
    description=("Plays Turkish draughts on a Damacı server. Games are followed over WebSockets: see docs/14-api.md."),
    # An address of its own: Litestar answers by a page whatever else is below it.
    path="/api/v1/openapi.json",
    render_plugins=[JsonRenderPlugin(path="/")],
    use_handler_docstrings=True,
    components=Components(
        security_schemes={
            "token": SecurityScheme(type="http", scheme="bearer", description="A program's token."),
            "session": SecurityScheme(
                type="apiKey",
                name=SESSION_COOKIE,
                security_scheme_in="cookie",
                description=f"A browser's session; over HTTPS the cookie is {HOST_ONLY}{SESSION_COOKIE}. A change also"
                f" repeats the cookie {TOKEN_COOKIE} in the header {TOKEN_HEADER}.",
            ),
        }
    ),
    security=[{"token": []}, {"session": []}],
)


async def allow_every_method(message: Message, scope: Scope) -> None:
    """Names every method of an address in the answer to OPTIONS: Litestar answers for one handler of the address."""
    if message["type"] == "http.response.start" and scope.get("method") == "OPTIONS" and message["status"] == 204:
        routes = [route for route in scope["litestar_app"].routes if route.path_format == scope["path_template"]]
        methods = {str(method) for route in routes if isinstance(route, HTTPRoute) for method in route.methods}
        MutableScopeHeaders.from_message(message)["allow"] = ", ".join(sorted(methods))
