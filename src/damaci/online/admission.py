"""Refuses requests during maintenance, and requests of banned visitors, in the visitor's language."""

import math
import time
from datetime import UTC, datetime
from typing import Any

from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from damaci.online.addressing import client_address
from damaci.online.identity import Visitor
from damaci.online.orders import MAINTENANCE, TURNED_AWAY
from damaci.online.services import OnlineServices
from damaci.site.connection import Connection
from damaci.site.errors import answer_rejected
from damaci.site.pages import page
from damaci.site.rejection import Rejected
from damaci.store.bans import Ban
from damaci.store.notices import OperatorNotice
from damaci.wire.closing import COME_BACK_LATER, RESTARTING

ALWAYS = ("/static/", "/health", "/ready", "/operator")
"""Beginnings of paths that everybody is served at any time."""
THEIR_OWN = ("/account", "/mail/", "/api/v1/mail", "/api/v1/data", "/api/v1/session", "/api/preferences")
"""Paths that a banned player keeps, to take along or delete what is his."""
ASKS_BY_MAIL = ("PUT", "/api/v1/mail")
"""A request there by which a mail is sent, maybe to somebody else."""
BEGINNINGS = ("/api/v1/games", "/api/v1/seeks")
"""Paths to which a new game or a seek is posted."""
SHORTEST_WAIT = 10
"""Seconds after which to try again when a maintenance takes longer than expected."""


class TurnedAway(Rejected):
    """A request that is not served because of a ban, a maintenance, or the end of this process."""

    def __init__(self, status: int, code: str, text: str, until: float | None, *, keeps_account: bool = False) -> None:
        super().__init__(status, code)
        self.text = text
        self.until = until
        self.keeps_account = keeps_account


class UnderMaintenance(TurnedAway):
    """The server is being maintained; `Retry-After` says when to try again."""

    def __init__(self, notice: OperatorNotice) -> None:
        super().__init__(503, MAINTENANCE, notice.text, notice.until)
        left = math.ceil((notice.until or 0) - time.time())
        self.headers = {"retry-after": str(max(SHORTEST_WAIT, left))}


class Draining(TurnedAway):
    """This process is about to end; another one takes new games and connections."""

    def __init__(self) -> None:
        super().__init__(503, "closing", "", None)
        self.headers = {"retry-after": "1"}


class Banned(TurnedAway):
    """The player or the address is banned."""

    def __init__(self, ban: Ban) -> None:
        super().__init__(403, "banned", ban.reason, ban.until, keeps_account=ban.kind == "player")


CLOSE_CODES = {Banned: TURNED_AWAY, UnderMaintenance: COME_BACK_LATER, Draining: RESTARTING}


class Admission(ASGIMiddleware):
    """Turns away requests and sockets by the operators' orders."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Passes a request or socket on. Raises TurnedAway; closes a socket with the reason."""
        try:
            if not scope["path"].startswith(ALWAYS):
                await _check(Connection(scope))
        except TurnedAway as away:
            if scope["type"] == ScopeType.HTTP:
                raise
            await _close(receive, send, away)
            return
        await next_app(scope, receive, send)


def _is_their_own(connection: Connection) -> bool:
    path: str = connection.scope["path"]
    return path.startswith(THEIR_OWN) and (connection.scope.get("method"), path) != ASKS_BY_MAIL


def _begins_something(connection: Connection) -> bool:
    path: str = connection.scope["path"]
    if connection.scope["type"] == ScopeType.WEBSOCKET:
        return True
    return connection.scope["method"] == "POST" and (path in BEGINNINGS or path.endswith("/join"))


async def _check(connection: Connection) -> None:
    services = OnlineServices.of(connection)
    orders = services.orders
    if services.process.draining and _begins_something(connection):
        raise Draining
    if orders.maintenance:
        raise UnderMaintenance(orders.maintenance)
    if ban := orders.ban_of_address(client_address(connection, services.settings.proxies)):
        raise Banned(ban)
    if orders.bans_players and not _is_their_own(connection):
        player = await Visitor.of(connection).known()
        if player and (ban := orders.ban_of_player(player.id)):
            raise Banned(ban)


async def _close(receive: Receive, send: Send, away: TurnedAway) -> None:
    # Only an accepted socket has a close code that the page can read.
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    code = CLOSE_CODES[type(away)]
    await send({"type": "websocket.close", "code": code, "reason": away.code})


def answer_turned_away(request: Request[Any, Any, Any], error: TurnedAway) -> Response[Any]:
    """A page for people, and the usual answer for programs."""
    if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith("/api/"):
        return answer_rejected(request, error)
    until = None
    if error.until is not None:
        until = datetime.fromtimestamp(error.until, UTC)
    shown = {"code": error.code, "text": error.text, "until": until, "keeps_account": error.keeps_account}
    answer = page(request, "turned_away.html", {}, status_code=error.status_code, shown=shown)
    answer.headers |= error.headers or {}
    if error.code == MAINTENANCE:
        answer.headers["refresh"] = "30"
    return answer
