"""Hints over HTTP."""

import msgspec
from litestar import post
from litestar.exceptions import HTTPException
from litestar.params import FromPath, JSONBody

from damaci.home.services import HomeServices
from damaci.site.connection import AnyRequest
from damaci.wire import messages as m


class HintRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint after so many plies."""

    ply: int


@post("/api/games/{game:str}/hint", status_code=200)
async def hint(request: AnyRequest, game: FromPath[str], data: JSONBody[HintRequest]) -> m.Legal:
    """A good move for the side to move. Raises UnknownGame; 403 where another device plays, 409 when the game is
    elsewhere or over."""
    services = HomeServices.of(request)
    if services.desk.bonds.get(game):
        raise HTTPException(status_code=403, detail="no hints in a game with another device")
    return await services.hints.hint(game, data.ply)


ROUTES = (hint,)
