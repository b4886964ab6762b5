"""Guests and accounts over HTTP: names, sign-up, sign-in, passphrases."""

from typing import Annotated, Literal

import msgspec
from litestar import delete, get, post, put
from litestar.params import JSONBody

from damaci.online.costs import HASHING, SIGN_INS
from damaci.online.identity import Visitor, only_people
from damaci.online.limits import Payer
from damaci.online.names import fold, safe
from damaci.online.openapi import FAILURES
from damaci.online.passphrases import LONGEST, SHORTEST
from damaci.online.recovery_words import new_words, plain
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.pages import language_of
from damaci.site.rejection import Rejected
from damaci.store.players import NameTaken, Player

Passphrase = Annotated[str, msgspec.Meta(min_length=SHORTEST, max_length=LONGEST)]
Name = Annotated[str, msgspec.Meta(max_length=100)]


class Me(msgspec.Struct, frozen=True):
    """The visitor as a player; `account` is False for a guest."""

    id: str
    name: str
    account: bool


class SignedUp(Me, frozen=True, kw_only=True):
    """A player with an account, and its recovery words, which are not shown again."""

    recovery: str


class NewGuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's new name."""

    name: Name


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account's name and passphrase."""

    name: Name
    passphrase: Passphrase


class NewPassphrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of passphrase. `tokens` says whether the tokens of the player's programs stay valid."""

    current: Passphrase
    passphrase: Passphrase
    tokens: Literal["keep", "revoke"] = "keep"


@get("/api/v1/player", responses=FAILURES)
async def me(request: AnyRequest) -> Me:
    """Returns the visitor's player. Raises Rejected for a visitor who is no player yet."""
    return me_of(await Visitor.of(request).somebody())


@post("/api/v1/player", status_code=200, responses=FAILURES)
async def come(request: AnyRequest) -> Me:
    """Returns the visitor's player, a new guest if there is none. The answer sets the session cookie."""
    return me_of(await Visitor.of(request).player())


@put("/api/v1/player", responses=FAILURES)
async def rename(request: AnyRequest, data: JSONBody[NewGuestName]) -> Me:
    """Renames a guest. Raises BadName, Rejected."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).player()
    name = safe(data.name)
    if player.account is not None:
        raise Rejected(409, "has-account")
    if await services.store.players.with_account(fold(name)):
        raise Rejected(409, "name-taken")
    player = msgspec.structs.replace(player, name=name)
    await services.store.players.change(player)
    return me_of(player)


# ---- accounts --------------------------------------------------------------------------------------------------------


@post("/api/v1/account", responses=FAILURES, opt=HASHING)
async def sign_up(request: AnyRequest, data: JSONBody[Credentials]) -> SignedUp:
    """Turns the guest into an account, which keeps the guest's games. Raises BadName, Rejected.

    The guest's sessions and tokens end, because another person may have used this browser as the same guest."""
    services = OnlineServices.of(request)
    visitor = Visitor.of(request)
    name = safe(data.name)
    check_open(request)
    only_people(request)
    player = await visitor.player()
    if player.account is not None:
        raise Rejected(409, "has-account")
    passphrase = await services.passphrases.hash(data.passphrase)
    player = msgspec.structs.replace(player, name=name, account=fold(name), passphrase=passphrase)
    try:
        await services.store.players.begin_anew(player, tokens="revoke")
    except NameTaken:
        raise Rejected(409, "name-taken") from None
    await visitor.become(player)
    return SignedUp(player.id, player.name, True, recovery=await renew_words(request, player))


@post("/api/v1/session", status_code=200, responses=FAILURES, opt=HASHING)
async def sign_in(request: AnyRequest, data: JSONBody[Credentials]) -> Me:
    """Signs this browser in to an account and sets a new session cookie. Raises Rejected."""
    services = OnlineServices.of(request)
    account = fold(data.name)
    check_open(request)
    only_people(request)
    services.limits.take(SIGN_INS, Payer(Visitor.of(request).address, f"as {account}"))
    player = await services.store.players.with_account(account)
    if not await services.passphrases.fits(player.passphrase if player else None, data.passphrase) or player is None:
        raise Rejected(403, "wrong-passphrase")
    if player.closed is not None:
        raise Rejected(403, "account-closed")
    await Visitor.of(request).become(player)
    return me_of(player)


@put("/api/v1/account/passphrase", responses=FAILURES, opt=HASHING)
async def change_passphrase(request: AnyRequest, data: JSONBody[NewPassphrase]) -> None:
    """Changes the passphrase, signs out every other browser and sets a new session cookie. Raises Rejected."""
    only_people(request)
    services = OnlineServices.of(request)
    visitor = Visitor.of(request)
    player = await visitor.somebody()
    if player.account is None:
        raise Rejected(409, "no-account")
    await check_passphrase(request, player, data.current)
    player = msgspec.structs.replace(player, passphrase=await services.passphrases.hash(data.passphrase))
    await services.store.players.begin_anew(player, tokens=data.tokens)
    await visitor.become(player)


@delete("/api/v1/session", responses=FAILURES)
async def sign_out(request: AnyRequest) -> None:
    """Signs this browser out. A guest cannot sign in again."""
    only_people(request)
    await Visitor.of(request).leave()


@delete("/api/v1/sessions", responses=FAILURES)
async def sign_out_everywhere(request: AnyRequest) -> None:
    """Signs every browser out, this one included; tokens of programs stay valid. Raises Rejected."""
    only_people(request)
    visitor = Visitor.of(request)
    player = await visitor.somebody()
    if player.account is None:
        raise Rejected(409, "no-account")
    store = OnlineServices.of(request).store
    await store.players.close_sessions(player.id)
    await store.push.remove_all(player.id)
    await visitor.leave()


def me_of(player: Player) -> Me:
    """A player as his own browser is shown him."""
    return Me(player.id, player.name, player.account is not None)


def check_open(request: AnyRequest) -> None:
    """Raises Rejected on a server without accounts."""
    if OnlineServices.of(request).settings.accounts == "off":
        raise Rejected(403, "no-accounts")


async def renew_words(request: AnyRequest, player: Player) -> str:
    """Makes recovery words in the visitor's language, and stores their hash in place of the former ones."""
    services = OnlineServices.of(request)
    words = new_words(language_of(request))
    await services.store.players.keep_recovery(player.id, await services.passphrases.hash(plain(words)))
    return words


async def check_passphrase(request: AnyRequest, player: Player, passphrase: str) -> None:
    """Raises Rejected unless this is the player's passphrase. Protects accounts signed in on a shared browser."""
    services = OnlineServices.of(request)
    services.limits.take(SIGN_INS, Payer(Visitor.of(request).address, f"by {player.id}"))
    if not await services.passphrases.fits(player.passphrase, passphrase):
        raise Rejected(403, "not-your-passphrase")


ROUTES = (me, come, rename, sign_up, sign_in, change_passphrase, sign_out, sign_out_everywhere)
