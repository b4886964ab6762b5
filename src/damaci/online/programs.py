"""Tokens for programs that play for a player."""

import time
from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from damaci.host.ids import new_id
from damaci.online.identity import PassphraseChanged, Visitor, only_people
from damaci.online.openapi import FAILURES
from damaci.online.secret import hashed, new_secret
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.rejection import Rejected
from damaci.store.players import Token

MOST_TOKENS = 20


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a token; the name is the player's name for the program."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\u0000-\u001f\u007f]+$")]


class MadeToken(msgspec.Struct, frozen=True):
    """A new token. `secret` is returned only here."""

    id: str
    name: str
    secret: str


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of the player's programs."""

    tokens: list[Token]


@get("/api/v1/tokens", responses=FAILURES)
async def tokens(request: AnyRequest) -> Tokens:
    """Lists the player's tokens, without their secrets."""
    only_people(request)
    player = await Visitor.of(request).somebody()
    return Tokens(list(await OnlineServices.of(request).store.players.tokens(player.id)))


@post("/api/v1/tokens", responses=FAILURES)
async def add_token(request: AnyRequest, data: JSONBody[NewToken]) -> MadeToken:
    """Creates a token with which a program plays for the player; not for a guest of a server that has accounts. Raises
    Rejected."""
    only_people(request)
    await Visitor.of(request).expect_more_than_a_guest()
    services = OnlineServices.of(request)
    player = await Visitor.of(request).player()
    token = Token(new_id(), data.name, time.time())
    secret = f"damaci_{new_secret()}"
    async with services.turns.of(player.id):
        if len(await services.store.players.tokens(player.id)) >= MOST_TOKENS:
            raise Rejected(409, "too-many-tokens")
        if not await services.store.players.add_token(player, token, hashed(secret)):
            raise PassphraseChanged
    return MadeToken(token.id, token.name, secret)


@delete("/api/v1/tokens/{token:str}", responses=FAILURES)
async def revoke_token(request: AnyRequest, token: FromPath[str]) -> None:
    """Revokes a token. Raises Rejected."""
    only_people(request)
    player = await Visitor.of(request).somebody()
    if not await OnlineServices.of(request).store.players.remove_token(player.id, token):
        raise NotFoundException(f"you have no token {token!r}")


ROUTES = (tokens, add_token, revoke_token)
