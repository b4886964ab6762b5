"""Request checks of a public server: hosts, origins, tokens, rate limits and the client's address."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from damaci.online.addressing import Network, client_address, network_of
from damaci.online.identity import ADDRESS, Connection, Visitor, shows_token
from damaci.online.rates import Rates
from damaci.online.settings import OnlineSettings
from damaci.site.errors import answer_refusal, answer_rejected
from damaci.site.rejection import Rejected
from damaci.site.security import SAFE_METHODS, AllowedHosts, Guard


def address_of(connection: Connection, trusted: Sequence[Network]) -> str:
    """The key of the client's address for rate limits."""
    return network_of(client_address(connection, trusted))


READS = 10
"""How many times more reads than changes are allowed; opening a socket counts as a read."""
_COUNTED = "counted"
MOST_SOCKETS = 200
"""Concurrent connections from one address, which a whole school may share."""


class OnlineGuard(Guard):
    """As Guard, for a public server: programs send a token instead of the cookie, and rates are limited."""

    def __init__(self, settings: OnlineSettings, hosts: Sequence[str]) -> None:
        public = urlsplit(settings.public_url).hostname
        super().__init__(AllowedHosts([*hosts, *([public] if public else [])]))
        self._proxies = settings.proxies
        self._rates = Rates(settings.changes_per_minute)
        self._reads = Rates(READS * settings.changes_per_minute)
        self._sockets: Counter[str] = Counter()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Checks the rate limits, then what Guard checks."""
        connection = Connection(scope)
        connection.scope["state"][_COUNTED] = True
        address = connection.scope["state"][ADDRESS] = address_of(connection, self._proxies)
        if "\0" in scope["path"]:
            raise NotFoundException  # PostgreSQL cannot store a NUL character.
        changes = scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS
        (self._rates if changes else self._reads).take(address)
        if changes and (player := await Visitor.of(connection).known()):
            self._rates.take(player.id)
        with self._counted(scope, address):
            await super().handle(scope, receive, send, next_app)

    def answer(self, request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
        """Answers a refused request. Requests for unknown addresses do not reach `handle`, so they are counted here."""
        try:
            if _COUNTED not in request.scope["state"]:
                self._reads.take(address_of(request, self._proxies))
        except Rejected as too_many:
            return answer_rejected(request, too_many)
        return answer_refusal(request, error)

    @contextmanager
    def _counted(self, scope: Scope, address: str) -> Iterator[None]:
        if scope["type"] != ScopeType.WEBSOCKET:
            yield
            return
        if self._sockets[address] >= MOST_SOCKETS:
            raise Rejected(429, "too-many")
        self._sockets[address] += 1
        try:
            yield
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def check_token(self, connection: Connection) -> None:
        """Skips the anti-forgery check for a program: a page of another site cannot send its token."""
        if not shows_token(connection):
            super().check_token(connection)


async def add_session(message: Message, scope: Scope) -> None:
    """Sets the cookie of a new session, and forbids caching for every answer that does not set its own caching."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    headers.setdefault("cache-control", "no-store")
    visitor = scope.get("state", {}).get("visitor")
    if visitor is not None and visitor.cookie:
        headers.add("set-cookie", visitor.cookie.to_header(header=""))
