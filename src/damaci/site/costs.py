"""What requests cost: how many ordinary ones each is worth, for apps that limit what their visitors may ask for."""

from typing import Any

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


def cost_of(scope: Scope) -> float:
    """What a request or the opening of a socket costs."""
    options: dict[str, Any] = getattr(scope.get("route_handler"), "opt", {})
    return float(options.get(COST, 1.0))
