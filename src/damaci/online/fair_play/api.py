"""What the site beside the server asks, so that its engine gives no help in rated games either."""

from litestar import get

from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.services.own_positions import OwnPositions
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME


@get("/api/v1/own-positions", responses=FAILURES, opt=WHOLE_GAME)
async def own_positions(request: AnyRequest) -> OwnPositions:
    """Keys of the positions in the player's rated games about which nothing here answers that player; none for a
    visitor without an account."""
    services = OnlineServices.of(request)
    return await services.own_games.of(await Visitor.of(request).known())


ROUTES = (own_positions,)
