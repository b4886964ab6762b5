"""The JSON API of computers that may be challenged."""

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Request, get, put

from damaci.online.house.listing import Bot, bots_of
from damaci.online.identity import Visitor, shows_token
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.site.rejection import Rejected
from damaci.store.players import PROGRAM

AnyRequest = Request[Any, Any, Any]


class Bots(msgspec.Struct, frozen=True):
    """The house's players, weakest first, then other people's programs."""

    bots: Sequence[Bot]


@get("/api/v1/bots", responses=FAILURES)
async def listed(request: AnyRequest) -> Bots:
    """The computers that may be challenged."""
    return Bots(await bots_of(OnlineServices.of(request)))


@put("/api/v1/bot", status_code=204, responses=FAILURES)
async def become(request: AnyRequest) -> None:
    """Marks the account of the token with which this is sent as a program's, for ever: it is listed, and everybody sees
    that a computer plays. Raises Rejected for a person, a guest, and an account that has a rating."""
    player = await Visitor.of(request).somebody()
    if not shows_token(request):
        raise Rejected(403, "only-for-programs")
    if player.computer != PROGRAM and not await OnlineServices.of(request).store.players.give_to_program(player.id):
        raise Rejected(409, "no-new-account")


ROUTES = (listed, become)
