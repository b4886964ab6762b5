"""The endgame tables, for programs."""

from typing import Any, Literal

from litestar import Request, get
from litestar.params import FromQuery

from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.services.endings import Ending, EndingQuestion
from damaci.site.costs import COST
from damaci.site.rejection import Rejected

LOOK_UP = {COST: 2.0}
"""All moves of a position, and those of a line to the end, are looked up."""


@get("/api/v1/tablebase", responses=FAILURES, opt=LOOK_UP)
async def probe(
    request: Request[Any, Any, Any],
    fen: FromQuery[str],
    ruleset: FromQuery[str] = "turkish",
    one_each: FromQuery[Literal["", "at-once", "unless-capture", "never"]] = "",
) -> Ending:
    """How a position with few pieces ends under best play: for the side to move, and after each of its moves.

    Raises FenError, UnknownRuleset, and Rejected where no table has the position, or the visitor is playing it in a
    rated game."""
    services = OnlineServices.of(request)
    await services.expect_no_help(request, Position.from_fen(fen, ruleset))
    try:
        return await services.endings.probe(EndingQuestion(fen, ruleset, one_each))
    except TablebaseError:
        raise Rejected(404, "no-table") from None


ROUTES = (probe,)
