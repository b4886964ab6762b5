"""The JSON API of challenges: made, listed, declined, withdrawn. They are accepted like invitations."""

import time
from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from damaci.online import challenging
from damaci.online.api import CreatedGame
from damaci.online.challenge_news import ChallengeLists, challenges_of
from damaci.online.challenging import Reason
from damaci.online.costs import NEW_GAME
from damaci.online.identity import Visitor
from damaci.online.links import page_of
from damaci.online.openapi import FAILURES
from damaci.online.pairing import Joined
from damaci.online.repeats import RepeatKey
from damaci.online.services import OnlineServices
from damaci.online.terms import GameTerms, plain
from damaci.site.connection import AnyRequest


class NewChallenge(GameTerms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that is offered to the player with the account of that name."""

    to: Annotated[str, msgspec.Meta(max_length=100)]


class No(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a challenge is declined."""

    reason: Reason = "no"


@post("/api/v1/challenges", responses=FAILURES, opt=NEW_GAME)
async def create(request: AnyRequest, data: JSONBody[NewChallenge], key: RepeatKey = "") -> CreatedGame:
    """Challenges a player by name; the game will have the same id. Raises DamaciError, Rejected, StoreError."""
    services = OnlineServices.of(request)
    visitor = Visitor.of(request)
    player = await visitor.player()
    made = await challenging.challenge(services, player, data.to, plain(data), address=visitor.address, key=key)
    return CreatedGame(made.id, page_of(request, made.id), made.color if isinstance(made, Joined) else None)


@get("/api/v1/challenges", responses=FAILURES)
async def listed(request: AnyRequest) -> ChallengeLists:
    """The challenges to and by the player."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).known()
    if player is None:
        return ChallengeLists()
    found = await services.store.challenges.of_players([player.id], time.time())
    return await challenges_of(services.people, player.id, found)


@post("/api/v1/challenges/{challenge:str}/decline", status_code=204, responses=FAILURES)
async def decline(request: AnyRequest, challenge: FromPath[str], data: JSONBody[No]) -> None:
    """Declines a challenge, with a reason."""
    player = await Visitor.of(request).somebody()
    await challenging.decline(OnlineServices.of(request), player, challenge, data.reason)


@delete("/api/v1/challenges/{challenge:str}", responses=FAILURES)
async def withdraw(request: AnyRequest, challenge: FromPath[str]) -> None:
    """Withdraws a challenge, or puts away one that was declined."""
    player = await Visitor.of(request).somebody()
    await challenging.withdraw(OnlineServices.of(request), player, challenge)


ROUTES = (create, listed, decline, withdraw)
