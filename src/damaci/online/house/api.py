"""The JSON API of computers that may be challenged."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import delete, get, put
from litestar.params import FromPath, JSONBody

from damaci.online.house.listing import Bot, bots_of
from damaci.online.identity import Visitor, shows_token
from damaci.online.names import fold
from damaci.online.openapi import FAILURES
from damaci.online.secret import hashed
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.rejection import Rejected
from damaci.store import Store
from damaci.store.players import PROGRAM


class ListedBots(msgspec.Struct, frozen=True):
    """The house's players, weakest first, then other people's programs."""

    bots: Sequence[Bot]


class Owned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of a program. `owner`: a token of the owner's own account, as proof that the owner agrees; empty for a
    program without an owner."""

    owner: Annotated[str, msgspec.Meta(max_length=200)] = ""


@get("/api/v1/bots", responses=FAILURES)
async def listed(request: AnyRequest) -> ListedBots:
    """The computers that may be challenged."""
    return ListedBots(await bots_of(OnlineServices.of(request)))


@put("/api/v1/bot", status_code=204, responses=FAILURES)
async def become(request: AnyRequest, data: JSONBody[Owned | None] = None) -> None:
    """Marks the account of the token with which this is sent as a program's, for ever: everybody sees that a computer
    plays, and it is listed. Raises Rejected for a person, a guest, and an account that has a rating."""
    store = OnlineServices.of(request).store
    player = await Visitor.of(request).somebody()
    if not shows_token(request):
        raise Rejected(403, "only-for-programs")
    owner = await _owner(store, data.owner) if data and data.owner else None
    if player.computer != PROGRAM and not await store.players.give_to_program(player.id):
        raise Rejected(409, "no-new-account")
    await store.bots.put(player.id, listed=True)
    if data:
        await store.bots.own(player.id, owner)


async def _owner(store: Store, token: str) -> str:
    """The player with that token, who agrees to be named by giving it. Raises Rejected."""
    found = await store.players.by_token(hashed(token))
    if found is None or found.account is None or found.computer:
        raise Rejected(403, "no-owner")
    return found.id


@delete("/api/v1/bot", responses=FAILURES)
async def withdraw(request: AnyRequest) -> None:
    """Takes the listing of the visitor's own account back. It stays a program's. Raises Rejected."""
    player = await Visitor.of(request).somebody()
    await _list(request, player.account or "", listed=False)


@put("/api/v1/bots/{account:str}", status_code=204, responses=FAILURES)
async def enlist(request: AnyRequest, account: FromPath[str]) -> None:
    """Lists a program of the visitor's again. Raises Rejected for anybody else's."""
    await _list(request, account, listed=True)


@delete("/api/v1/bots/{account:str}", responses=FAILURES)
async def unlist(request: AnyRequest, account: FromPath[str]) -> None:
    """Takes a program of the visitor's off the list; it stays a program's. Raises Rejected for anybody else's."""
    await _list(request, account, listed=False)


async def _list(request: AnyRequest, account: str, *, listed: bool) -> None:
    """Lists a program of the visitor's, or takes the listing back."""
    bots = OnlineServices.of(request).store.bots
    for each in await bots.of((await Visitor.of(request).somebody()).id):
        if each.player.account == fold(account):
            await bots.put(each.player.id, listed=listed)
            return
    raise Rejected(403, "not-your-program")


ROUTES = (listed, become, withdraw, enlist, unlist)
