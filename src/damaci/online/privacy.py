"""The JSON API of a player's privacy: who may do what."""

from typing import Literal

import msgspec
from litestar import get, put
from litestar.params import JSONBody

from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.rejection import Rejected
from damaci.store.player_settings import Privacy
from damaci.store.players import Player


class WantedPrivacy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the player chooses; what is absent or null stays as it is."""

    challenges: Literal["everybody", "nobody"] | None = None
    presence: Literal["everybody", "nobody"] | None = None


@get("/api/v1/privacy", responses=FAILURES)
async def read(request: AnyRequest) -> Privacy:
    """What the player has chosen."""
    player = await _owner(request)
    return await OnlineServices.of(request).store.player_settings.get(player.id)


@put("/api/v1/privacy", responses=FAILURES)
async def write(request: AnyRequest, data: JSONBody[WantedPrivacy]) -> Privacy:
    """Stores what the player chooses. Raises Rejected for a guest."""
    player = await _owner(request)
    wanted = {name: value for name, value in msgspec.structs.asdict(data).items() if value is not None}
    return await OnlineServices.of(request).store.player_settings.change(player.id, wanted)


async def _owner(request: AnyRequest) -> Player:
    player = await Visitor.of(request).somebody()
    if player.account is None:
        raise Rejected(403, "no-account")
    return player


ROUTES = (read, write)
