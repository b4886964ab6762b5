"""The JSON API of following: whom the player follows; nobody else is told."""

from collections.abc import Sequence

import msgspec
from litestar import delete, get, put
from litestar.params import FromPath

from damaci.online import following
from damaci.online.following import MOST, FollowedPlayer
from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME


class FollowedPlayers(msgspec.Struct, frozen=True):
    """All whom the player follows, those who are here first; `most`: how many a player may follow."""

    players: Sequence[FollowedPlayer] = ()
    most: int = MOST


@get("/api/v1/following", responses=FAILURES, opt=WHOLE_GAME)
async def listed(request: AnyRequest) -> FollowedPlayers:
    """Whom the player follows, who of them is here, and in which game."""
    player = await Visitor.of(request).known()
    if player is None:
        return FollowedPlayers()
    return FollowedPlayers(await following.followed_by(OnlineServices.of(request), player))


@put("/api/v1/following/{name:str}", status_code=204, responses=FAILURES)
async def follow(request: AnyRequest, name: FromPath[str]) -> None:
    """Follows the player with the account of that name. Raises Rejected."""
    player = await Visitor.of(request).somebody()
    await following.follow(OnlineServices.of(request), player, name)


@delete("/api/v1/following/{name:str}", responses=FAILURES)
async def unfollow(request: AnyRequest, name: FromPath[str]) -> None:
    """Follows that player no more. Raises Rejected."""
    player = await Visitor.of(request).somebody()
    await following.unfollow(OnlineServices.of(request), player, name)


ROUTES = (listed, follow, unfollow)
