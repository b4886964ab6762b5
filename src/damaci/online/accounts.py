"""Who one is, and what is kept of it: names, accounts, programs' tokens, all one's data."""

import time
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from damaci.host.rooms import new_id
from damaci.online.errors import Refused
from damaci.online.identity import Visitor, hashed, new_secret, shows_token
from damaci.online.names import fold, safe
from damaci.online.openapi import FAILURES
from damaci.online.passphrases import LONGEST, SHORTEST
from damaci.online.security import address_of
from damaci.online.services import OnlineServices
from damaci.play.events import AnyEvent
from damaci.store.players import NameTaken, Player, Token

MOST_TOKENS = 20

AnyRequest = Request[Any, Any, Any]
Passphrase = Annotated[str, msgspec.Meta(min_length=SHORTEST, max_length=LONGEST)]
Name = Annotated[str, msgspec.Meta(max_length=100)]


class Me(msgspec.Struct, frozen=True):
    """Who one is; `account` is False for a guest."""

    id: str
    name: str
    account: bool


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's new name."""

    name: Name


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account's name and passphrase."""

    name: Name
    passphrase: Passphrase


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a program is called by who lets it play."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\u0000-\u001f\u007f]+$")]


class MadeToken(msgspec.Struct, frozen=True):
    """A program's token: `secret` is shown this once and never again."""

    id: str
    name: str
    secret: str


class Tokens(msgspec.Struct, frozen=True):
    """One's programs."""

    tokens: list[Token]


class Everything(msgspec.Struct, frozen=True):
    """All that is kept of a player."""

    id: str
    name: str
    account: bool
    created: float
    tokens: list[Token]
    games: dict[str, list[AnyEvent]]


@get("/api/v1/player", responses=FAILURES)
async def me(request: AnyRequest) -> Me:
    """Who one is."""
    return _me(await Visitor.of(request).somebody())


@post("/api/v1/player", status_code=200, responses=FAILURES)
async def come(request: AnyRequest) -> Me:
    """Who one is: a new guest, if one has not been here. The answer's cookie is what one is known by."""
    return _me(await Visitor.of(request).player())


@put("/api/v1/player", responses=FAILURES)
async def rename(request: AnyRequest, data: JSONBody[Rename]) -> Me:
    """Another name for a guest. Raises BadName, Refused."""
    services, player, name = OnlineServices.of(request), await Visitor.of(request).player(), safe(data.name)
    if player.account is not None:
        raise Refused(409, "has-account", "An account keeps its name.")
    if await services.store.players.with_account(fold(name)):
        raise Refused(409, "name-taken", f"The name {name!r} belongs to an account.")
    player = msgspec.structs.replace(player, name=name)
    await services.store.players.change(player)
    return _me(player)


# ---- accounts ------------------------------------------------------------------------------------------------------------


@post("/api/v1/account", responses=FAILURES)
async def sign_up(request: AnyRequest, data: JSONBody[Credentials]) -> Me:
    """The guest that one is becomes an account and keeps its games. Raises BadName, Refused."""
    services, visitor, name = OnlineServices.of(request), Visitor.of(request), safe(data.name)
    _check_open(request)
    _only_people(request)
    player = await visitor.player()
    if player.account is not None:
        raise Refused(409, "has-account", "You have an account: sign out first.")
    passphrase = await services.passphrases.hash(data.passphrase)
    player = msgspec.structs.replace(player, name=name, account=fold(name), passphrase=passphrase)
    try:
        await services.store.players.change(player)
    except NameTaken:
        raise Refused(409, "name-taken", f"The name {name!r} belongs to an account, or looks like one that does.") from None
    await visitor.become(player)
    return _me(player)


@post("/api/v1/session", status_code=200, responses=FAILURES)
async def sign_in(request: AnyRequest, data: JSONBody[Credentials]) -> Me:
    """This browser is the account from now on, under a new cookie. Raises Refused."""
    services, account = OnlineServices.of(request), fold(data.name)
    _check_open(request)
    _only_people(request)
    services.sign_ins.take(f"from {address_of(request, services.settings.proxies)}")
    services.sign_ins.take(f"as {account}")
    player = await services.store.players.with_account(account)
    if not await services.passphrases.fits(player.passphrase if player else None, data.passphrase) or player is None:
        raise Refused(403, "wrong-passphrase", "There is no account with that name and passphrase.")
    await Visitor.of(request).become(player)
    return _me(player)


@delete("/api/v1/session", responses=FAILURES)
async def sign_out(request: AnyRequest) -> None:
    """This browser is nobody from now on. A guest who leaves like this does not come back."""
    _only_people(request)
    await Visitor.of(request).leave()


# ---- programs ------------------------------------------------------------------------------------------------------------


@get("/api/v1/tokens", responses=FAILURES)
async def tokens(request: AnyRequest) -> Tokens:
    """One's programs, without what they show."""
    _only_people(request)
    player = await Visitor.of(request).somebody()
    return Tokens(list(await OnlineServices.of(request).store.players.tokens(player.id)))


@post("/api/v1/tokens", responses=FAILURES)
async def add_token(request: AnyRequest, data: JSONBody[NewToken]) -> MadeToken:
    """Lets a program play for oneself. Raises Refused."""
    _only_people(request)
    services, player = OnlineServices.of(request), await Visitor.of(request).player()
    token, secret = Token(new_id(), data.name, time.time()), f"damaci_{new_secret()}"
    async with services.turns.of(player.id):
        if len(await services.store.players.tokens(player.id)) >= MOST_TOKENS:
            raise Refused(409, "too-many-tokens", f"You have {MOST_TOKENS} tokens: revoke one first.")
        await services.store.players.add_token(player.id, token, hashed(secret))
    return MadeToken(token.id, token.name, secret)


@delete("/api/v1/tokens/{token:str}", responses=FAILURES)
async def revoke_token(request: AnyRequest, token: FromPath[str]) -> None:
    """The program may not any more. Raises Refused."""
    _only_people(request)
    player = await Visitor.of(request).somebody()
    if not await OnlineServices.of(request).store.players.remove_token(player.id, token):
        raise Refused(404, "not-found", f"You have no token {token!r}.")


# ---- all one's data --------------------------------------------------------------------------------------------------------


@get("/api/v1/data", responses=FAILURES)
async def take_along(request: AnyRequest) -> Response[Everything]:
    """All that is kept of oneself, as one file."""
    _only_people(request)
    store, player = OnlineServices.of(request).store, await Visitor.of(request).somebody()
    games = {game.id: await store.log.read(game.id) for game in await store.seats.games_of(player.id, limit=None)}
    made = list(await store.players.tokens(player.id))
    everything = Everything(player.id, player.name, player.account is not None, player.created, made, games)
    return Response(everything, headers={"content-disposition": 'attachment; filename="damaci.json"'})


@delete("/api/v1/data", responses=FAILURES)
async def forget(request: AnyRequest) -> None:
    """Forgets the player with account, browsers, programs and seats. The games are the other players' too: they stay, without the name."""
    _only_people(request)
    store, visitor = OnlineServices.of(request).store, Visitor.of(request)
    player = await visitor.known()
    if player is None:
        return
    for game in await store.seats.games_of(player.id, limit=None):
        for color, owner in (await store.seats.of_game(game.id)).items():
            if owner == player.id:
                await store.log.forget_name(game.id, color)
    await visitor.leave()
    await store.players.remove(player.id)


def _me(player: Player) -> Me:
    return Me(player.id, player.name, player.account is not None)


def _check_open(request: AnyRequest) -> None:
    if OnlineServices.of(request).settings.accounts == "off":
        raise Refused(403, "no-accounts", "This server has no accounts: everybody is a guest.")


def _only_people(request: AnyRequest) -> None:
    """What a program gets hold of must not be turned into more than its token."""
    if shows_token(request):
        raise Refused(403, "not-for-programs", "A token is for playing: this takes a browser's session.")


ROUTES = (me, come, rename, sign_up, sign_in, sign_out, tokens, add_token, revoke_token, take_along, forget)
