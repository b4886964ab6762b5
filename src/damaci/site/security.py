"""Security headers on every answer, and checks of Host, Origin and the anti-forgery token on every request."""

import secrets
from collections.abc import Collection, Mapping
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from damaci.site.connection import Connection
from damaci.site.rejection import Rejected

MAX_BODY = 16 * 1024
"""Bytes of the longest request body: a new game from a full board needs a few hundred."""
FILES = "/static/"
TOKEN_COOKIE = "csrftoken"
TOKEN_HEADER = "x-csrf-token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

FILE_HEADERS = {"x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin"}
"""The headers of a static file."""
SOURCES = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "object-src": "'none'",
}
"""What a page may load, by directive of its content security policy."""
WITH_PYTHON = SOURCES | {
    "script-src": "'self' 'wasm-unsafe-eval'",
    "img-src": "'self' data: blob:",
    "worker-src": "'self'",
}
"""The same for the site without a server: Python and the kernel are WebAssembly, and pictures are drawn in the page."""
NOT_FRAMED = {"frame-ancestors": "'none'"}
"""Only a header can say this."""


def policy(sources: Mapping[str, str]) -> str:
    """A content security policy."""
    return "; ".join(f"{directive} {allowed}" for directive, allowed in sources.items())


HEADERS = FILE_HEADERS | {
    "content-security-policy": policy(SOURCES | NOT_FRAMED),
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
"""The headers of pages and other answers."""
SITE_HEADERS = HEADERS | {
    "content-security-policy": policy(WITH_PYTHON | NOT_FRAMED),
    "cross-origin-embedder-policy": "require-corp",
}
"""The headers of the files of the site without a server, which isolate its pages from other origins."""
HEADERS_KEY = "headers"
"""The key under which a route has the headers of its answers, if they are not HEADERS."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Sets the headers of the route or else HEADERS on every answer, errors included, and the shorter FILE_HEADERS on
    static files."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in _headers(scope, message["status"]).items():
            headers[name] = value


def _headers(scope: Scope, status: int) -> Mapping[str, str]:
    if status not in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
        return HEADERS
    if scope["path"].startswith(FILES):
        return FILE_HEADERS
    options: dict[str, Any] = getattr(scope.get("route_handler"), "opt", {})
    found: Mapping[str, str] = options.get(HEADERS_KEY, HEADERS)
    return found


class Forbidden(Rejected):
    """A request that did not come from our own page; has a stable code."""

    def __init__(self, code: str) -> None:
        super().__init__(403, code)


class AllowedHosts:
    """The accepted values of Host: the names of loopback and the given ones.

    A foreign page can make its own name resolve to this machine (DNS rebinding); its requests then have that name in
    Host. An IP address cannot be rebound, so a server that listens on every address accepts any IP address."""

    def __init__(self, hosts: Collection[str] = ()) -> None:
        self._names = LOOPBACK_NAMES | {host.lower() for host in hosts}
        self._any_address = any(_is_unspecified(host) for host in hosts)

    def allow(self, host: str) -> bool:
        """Whether a Host header (name or address, with or without port) is accepted."""
        try:
            address = urlsplit(f"//{host}")
            name = address.hostname or ""
            _ = address.port
        except ValueError:
            return False
        return "@" not in host and (name in self._names or (self._any_address and _is_address(name)))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_unspecified(name: str) -> bool:
    return _is_address(name) and ip_address(name).is_unspecified


class Guard(ASGIMiddleware):
    """Lets through only requests of our own pages and of programs, which send no Origin. Raises Forbidden."""

    def __init__(self, hosts: AllowedHosts) -> None:
        self.hosts = hosts

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Checks a request or the opening of a socket, then passes it on."""
        connection: Connection = ASGIConnection(scope)
        self.check_host(connection)
        if scope["type"] == ScopeType.WEBSOCKET:
            _check_origin(connection)
        elif scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS:
            _check_origin(connection)
            self.check_token(connection)
        await next_app(scope, receive, send)

    def check_host(self, connection: Connection) -> None:
        """Raises Forbidden unless Host is an accepted name of this server."""
        if not self.hosts.allow(connection.headers.get("host", "")):
            raise Forbidden("bad-host")

    def check_token(self, connection: Connection) -> None:
        """Raises Forbidden for a change without the token of the cookie, which a page of another site cannot read."""
        # Plain double submit. Cookies do not distinguish ports: a signed token, as in Litestar's own middleware, would
        # clash with the cookie of another program on this machine, and every further change would be refused.
        sent = connection.headers.get(TOKEN_HEADER, "")
        kept = connection.cookies.get(TOKEN_COOKIE, "")
        if not kept or not secrets.compare_digest(sent.encode(), kept.encode()):
            raise Forbidden("bad-token")


def _check_origin(connection: Connection) -> None:
    origin = connection.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != connection.headers.get("host"):
        raise Forbidden("bad-origin")


def new_token() -> Cookie:
    """A new anti-forgery cookie, readable by the page's scripts."""
    return Cookie(TOKEN_COOKIE, value=secrets.token_urlsafe(24), samesite="strict")
