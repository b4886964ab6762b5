"""What requests cost: how many ordinary ones each is worth, for apps that limit what their visitors may ask for."""

from typing import Any

from litestar.handlers import HTTPRouteHandler
from litestar.types import Scope

COST = "cost"
"""The key under which a route has its cost; without it a request costs 1."""
FILE = {COST: 0.05}
"""A static file: a page has fifty, and they come from the memory of the browser the next time."""
PICTURE = {COST: 2.0}
"""A picture of a position."""
REFUTATION = {COST: 3.0}
"""An engine may think about the answer to a wrong move."""
SEARCH = {COST: 5.0}
"""An engine thinks about a position for a second."""
REVIEW = {COST: 10.0}
"""An engine looks through a game."""
WHOLE_GAME = {COST: 3.0}
"""The whole of a game, which may be two thousand plies long."""


BODY_BYTES = 32 * 1024
"""A body costs 1 more for each time that it is so long: the tree of a study's chapter, which may have thousands of
moves, takes a hundred times as long as most requests."""
LENGTHS = {b"content-length", b"transfer-encoding"}
"""The headers of which a request with a body has one."""
LONGEST_NUMBER = 12
"""Digits of a length that are read."""


def cost_of(scope: Scope) -> float:
    """What a request or the opening of a socket costs."""
    options: dict[str, Any] = getattr(scope.get("route_handler"), "opt", {})
    return float(options.get(COST, 1.0)) + body_bytes(scope) // BODY_BYTES


def body_bytes(scope: Scope) -> int:
    """Bytes of the body that are read at most."""
    headers = dict(scope["headers"])
    handler: Any = scope.get("route_handler")
    if not isinstance(handler, HTTPRouteHandler) or not headers.keys() & LENGTHS:
        return 0
    longest = handler.resolve_request_max_body_size() or 0
    given = headers.get(b"content-length", b"")[:LONGEST_NUMBER]
    return min(longest, int(given)) if given.isdigit() else longest
