"""Request checks of a public server: hosts, origins, tokens, rate limits and the client's address."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from damaci.online.addressing import Network, client_address, network_of
from damaci.online.arriving import Arrivals
from damaci.online.costs import Costs
from damaci.online.gates import AddressGates, Passage
from damaci.online.identity import ADDRESS, Visitor, shows_token
from damaci.online.limits import Payer, RateLimits, TooMany
from damaci.online.settings import OnlineSettings
from damaci.online.sockets import Sockets
from damaci.site.connection import Connection
from damaci.site.costs import cost_of
from damaci.site.errors import answer_refusal, answer_rejected
from damaci.site.explaining import for_programs
from damaci.site.failures import Failure
from damaci.site.language import catalog
from damaci.site.rejection import Rejected
from damaci.site.security import SAFE_METHODS, AllowedHosts, Guard
from damaci.store import StoreError


def address_of(connection: Connection, trusted: Sequence[Network]) -> str:
    """The key of the client's address for rate limits."""
    return network_of(client_address(connection, trusted))


_COUNTED = "counted"
_LINK = "by-link"
BY_LINK = {_LINK: True}
"""The option of a request that a mail's link allows: the secret in it stands for the anti-forgery token."""


class OnlineGuard(Guard):
    """Like Guard, for a public server: programs send a token instead of the cookie, and the requests of an address and
    of a player are limited."""

    def __init__(
        self, settings: OnlineSettings, hosts: Sequence[str], limits: RateLimits, costs: Costs, sockets: Sockets
    ) -> None:
        allowed = [*hosts]
        if public := urlsplit(settings.public_url).hostname:
            allowed.append(public)
        super().__init__(AllowedHosts(allowed))
        self._proxies = settings.proxies
        self._limits = limits
        self._costs = costs
        self._sockets = sockets
        self._arrivals = Arrivals()
        self._gates = AddressGates()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Checks the limits, then what Guard checks."""
        connection = Connection(scope)
        connection.scope["state"][_COUNTED] = True
        address = connection.scope["state"][ADDRESS] = address_of(connection, self._proxies)
        if "\0" in scope["path"]:
            raise NotFoundException  # PostgreSQL cannot store a NUL character.
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._open_socket(connection, address, receive, send, next_app)
            return
        await self._charge(connection, address, changes=scope["method"] not in SAFE_METHODS)
        arrived = await self._arrivals.whole(address, scope, receive)
        if arrived is None:
            return
        async with Passage(self._gates.of(address), send) as passage:
            await super().handle(scope, arrived, passage.send, next_app)

    async def _charge(self, connection: Connection, address: str, *, changes: bool) -> None:
        cost = cost_of(connection.scope)
        if not changes:
            self._limits.take(self._costs.reads, Payer(address, Visitor.of(connection).shown), cost)
            return
        # Before the player is looked up in the database.
        self._limits.check(self._costs.changes, Payer(address), cost)
        self._limits.take(self._costs.changes, await _payer(connection, address), cost)

    async def _open_socket(
        self, connection: Connection, address: str, receive: Receive, send: Send, next_app: ASGIApp
    ) -> None:
        try:
            self._limits.take(self._costs.reads, Payer(address, Visitor.of(connection).shown))
            payer = await _payer(connection, address)
            self._sockets.check(payer)
        except TooMany as error:
            if "websocket.http.response" not in (connection.scope.get("extensions") or {}):
                raise
            await _refuse(send, error)
            return
        with self._sockets.open(payer):
            await super().handle(connection.scope, receive, send, next_app)

    def answer(self, request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
        """Answers a refused request. Requests for unknown addresses do not reach `handle`, so they are counted here."""
        try:
            if _COUNTED not in request.scope["state"]:
                self._limits.take(self._costs.reads, Payer(address_of(request, self._proxies)))
        except Rejected as too_many:
            return answer_rejected(request, too_many)
        return answer_refusal(request, error)

    def check_token(self, connection: Connection) -> None:
        """Skips the anti-forgery check for a program, and for a link with a secret: a page of another site knows
        neither."""
        options: dict[str, Any] = getattr(connection.scope.get("route_handler"), "opt", {})
        if not shows_token(connection) and _LINK not in options:
            super().check_token(connection)


async def _payer(connection: Connection, address: str) -> Payer:
    """The payer whose limits apply. While the database cannot be read, all who show the same cookie or token are one
    payer."""
    visitor = Visitor.of(connection)
    with suppress(StoreError):  # What is asked for will fail, too, and say so.
        return await visitor.payer()
    return Payer(address, visitor.shown)


async def _refuse(send: Send, error: Rejected) -> None:
    """Answers the opening of a socket as a request would be answered."""
    headers = [(b"content-type", b"application/json")]
    headers += [(name.encode(), value.encode()) for name, value in (error.headers or {}).items()]
    body = msgspec.json.encode(Failure(error.code, for_programs(catalog("en"), error.code)))
    # Litestar's types know no such messages, which ASGI calls the extension "WebSocket Denial Response".
    start: Any = {"type": "websocket.http.response.start", "status": error.status_code, "headers": headers}
    end: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(end)


async def add_session(message: Message, scope: Scope) -> None:
    """Sets the cookie of a new session, and forbids caching for every answer that does not set its own caching."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    headers.setdefault("cache-control", "no-store")
    visitor = scope.get("state", {}).get("visitor")
    if visitor is not None and visitor.cookie:
        headers.add("set-cookie", visitor.cookie.to_header(header=""))
