"""The JSON API of notices by Web Push: a browser subscribes to kinds of notices."""

import time
from typing import Annotated

import msgspec
from litestar import get, post, put
from litestar.params import JSONBody

from damaci.online.identity import Visitor, only_people
from damaci.online.notifying import MUTE, rules_for
from damaci.online.openapi import FAILURES
from damaci.online.push_post import LONGEST, BadEndpoint, parse
from damaci.online.security import BY_LINK
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.costs import COST
from damaci.site.pages import language_of
from damaci.site.rejection import Rejected
from damaci.store.mail_addresses import KINDS, Wish
from damaci.store.players import Player
from damaci.store.push import Browser

MOST = 10
"""Browsers of one player. One more takes the place of the oldest."""
CHANGE = {COST: 3.0}

Base64 = Annotated[str, msgspec.Meta(max_length=100, pattern="^[A-Za-z0-9_-]+$")]


class PushSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription at its push service, and the kinds of notices that it wants."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    key: Base64
    secret: Base64
    turn: bool = True
    challenge: bool = True
    hurry: bool = False
    tournament: bool = False
    holiday: bool = False
    ended: bool = False
    absence: bool = False


class PushKey(msgspec.Struct, frozen=True):
    """The server's public key, with which browsers subscribe; empty: there are no notices."""

    key: str


class Endpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser, by the address that its push service has given it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Muted(Endpoint, frozen=True, forbid_unknown_fields=True):
    """What such a browser does not want to hear any more."""

    kind: Wish


class Wishes(msgspec.Struct, frozen=True):
    """The kinds of notices that a browser of the player wants: none, if it is not known."""

    turn: bool = False
    challenge: bool = False
    hurry: bool = False
    tournament: bool = False
    holiday: bool = False
    ended: bool = False
    absence: bool = False


@get("/api/v1/push", responses=FAILURES)
async def offered(request: AnyRequest) -> PushKey:
    """What a browser needs to subscribe."""
    return PushKey(OnlineServices.of(request).notifier.key)


@put("/api/v1/push", responses=FAILURES, opt=CHANGE)
async def subscribe(request: AnyRequest, data: JSONBody[PushSubscription]) -> None:
    """Stores a browser of the player and what it wants. Raises Rejected."""
    only_people(request)
    services = OnlineServices.of(request)
    player = await _owner(request)
    _expect_sound(data, frozenset(services.settings.push_hosts))
    if not await services.store.push.put(_browser(request, player, data), MOST):
        raise Rejected(401, "nobody")


@post("/api/v1/push/browser", status_code=200, responses=FAILURES)
async def wishes(request: AnyRequest, data: JSONBody[Endpoint]) -> Wishes:
    """The kinds of notices that a browser of the player wants."""
    player = await _owner(request)
    known = await OnlineServices.of(request).store.push.of(player.id)
    found = next((each for each in known if each.endpoint == data.endpoint), None)
    if found is None:
        return Wishes()
    return Wishes(**found.wishes)


@post(MUTE, status_code=204, responses=FAILURES, opt={**BY_LINK, **CHANGE})
async def mute(request: AnyRequest, data: JSONBody[Muted]) -> None:
    """Ends notices of a kind in a browser, at the press of a notice's own button: the browser need not be signed in any
    more, and nobody else knows its address."""
    await OnlineServices.of(request).store.push.mute(data.endpoint, data.kind)


@post("/api/v1/push/end", status_code=204, responses=FAILURES)
async def unsubscribe(request: AnyRequest, data: JSONBody[Endpoint]) -> None:
    """Removes a browser of the player."""
    services = OnlineServices.of(request)
    player = await _owner(request)
    if any(each.endpoint == data.endpoint for each in await services.store.push.of(player.id)):
        await services.store.push.remove(data.endpoint)


async def _owner(request: AnyRequest) -> Player:
    player = await Visitor.of(request).somebody()
    if player.account is None:
        raise Rejected(403, "no-account")
    return player


def _expect_sound(data: PushSubscription, own: frozenset[str]) -> None:
    from damaci.online.push_keys import decode
    from damaci.online.push_sealing import public_key

    try:
        parse(data.endpoint, rules_for(data.endpoint, own))
        public_key(decode(data.key))
        if len(decode(data.secret)) != 16:
            raise ValueError("expected 16 bytes")
    except (BadEndpoint, ValueError):
        raise Rejected(400, "bad-subscription") from None


def _browser(request: AnyRequest, player: Player, data: PushSubscription) -> Browser:
    return Browser(
        player=player.id,
        endpoint=data.endpoint,
        key=data.key,
        secret=data.secret,
        language=language_of(request),
        **{kind: getattr(data, kind) for kind in KINDS},
        created=time.time(),
    )


ROUTES = (offered, subscribe, wishes, mute, unsubscribe)
