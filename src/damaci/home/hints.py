"""A hint: the move that the engine would play, for somebody who asks."""

from typing import Any

import msgspec
from litestar import Request, post
from litestar.exceptions import HTTPException
from litestar.params import FromPath, JSONBody

from damaci.home.services import HomeServices
from damaci.wire import messages as m
from damaci.wire import view

SECONDS = 0.7
"""How long the engine looks for it."""

AnyRequest = Request[Any, Any, Any]


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After how many plies the hint is wanted."""

    ply: int


@post("/api/games/{game:str}/hint", status_code=200)
async def hint(request: AnyRequest, game: FromPath[str], data: JSONBody[Ask]) -> m.Legal:
    """A good move for the side to move. Raises UnknownGame; 403 where another device plays, 409 when the game is
    elsewhere or over."""
    services = HomeServices.of(request)
    if services.desk.bonds.get(game):
        raise HTTPException(status_code=403, detail="no hints in a game with another device")
    table = (await services.rooms.get(game)).table
    if table.ended or table.ply != data.ply:
        raise HTTPException(status_code=409, detail=f"the game is over or not at ply {data.ply}")
    subject = table.game.copy()
    analysis = await services.engines.run(lambda engine: engine.analyse(subject, seconds=SECONDS))
    best = analysis.lines[0].move
    return m.Legal(subject.position.text(best), [view.step(best)])


ROUTES = (hint,)
