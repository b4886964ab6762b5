"""Recovery without e-mail: by words that were shown at sign-up, or by an operator's one-time link."""

import time
from typing import Annotated

import msgspec
from litestar import post, put
from litestar.params import JSONBody

from damaci.online.accounts import Me, Name, Passphrase, SignedUp, check_open, check_passphrase, me_of, renew_words
from damaci.online.costs import HASHING, SIGN_INS
from damaci.online.identity import Visitor, only_people
from damaci.online.limits import Payer
from damaci.online.names import fold
from damaci.online.openapi import FAILURES
from damaci.online.recovery_words import LONGEST_TYPED, plain
from damaci.online.secret import hashed
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.rejection import Rejected
from damaci.store.players import Player

Secret = Annotated[str, msgspec.Meta(max_length=100)]


class RecoveryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account's name, its recovery words, and the new passphrase."""

    name: Name
    words: Annotated[str, msgspec.Meta(max_length=LONGEST_TYPED)]
    passphrase: Passphrase


class Confirmed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that an account's passphrase confirms."""

    passphrase: Passphrase


class RecoveryWords(msgspec.Struct, frozen=True):
    """New recovery words, shown once."""

    recovery: str


class LinkShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a sign-in link: what stands after its `#`."""

    secret: Secret


class LinkUsed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a sign-in link; for an account also the new passphrase."""

    secret: Secret
    passphrase: Passphrase | None = None


@post("/api/v1/recovery", status_code=200, responses=FAILURES, opt=HASHING)
async def recover(request: AnyRequest, data: JSONBody[RecoveryRequest]) -> SignedUp:
    """Sets a new passphrase by recovery words and signs in; ends every other session. The answer has new words,
    because each are used once. Raises Rejected."""
    services = OnlineServices.of(request)
    account = fold(data.name)
    check_open(request)
    only_people(request)
    services.limits.take(SIGN_INS, Payer(Visitor.of(request).address, f"as {account}"))
    player = await services.store.players.with_account(account)
    known = player.recovery if player else None
    if not await services.passphrases.fits(known, plain(data.words)) or player is None:
        raise Rejected(403, "wrong-words")
    if player.closed is not None:
        raise Rejected(403, "account-closed")
    player = await _begin_anew(request, player, data.passphrase)
    return SignedUp(player.id, player.name, True, recovery=await renew_words(request, player))


@put("/api/v1/account/recovery", responses=FAILURES, opt=HASHING)
async def renew(request: AnyRequest, data: JSONBody[Confirmed]) -> RecoveryWords:
    """Makes new recovery words in place of the former ones. Raises Rejected."""
    only_people(request)
    player = await Visitor.of(request).somebody()
    if player.account is None:
        raise Rejected(409, "no-account")
    await check_passphrase(request, player, data.passphrase)
    return RecoveryWords(await renew_words(request, player))


@post("/api/v1/sign-in-link", status_code=200, responses=FAILURES)
async def look_at_link(request: AnyRequest, data: JSONBody[LinkShown]) -> Me:
    """Returns whom a sign-in link signs in, without using it up. Raises Rejected."""
    return me_of(await _player_of_link(request, data.secret))


@post("/api/v1/sign-in-link/use", status_code=200, responses=FAILURES, opt=HASHING)
async def use_link(request: AnyRequest, data: JSONBody[LinkUsed]) -> Me:
    """Signs this browser in by a link, once; an account gets a new passphrase, and its other sessions end. Raises
    Rejected."""
    services = OnlineServices.of(request)
    player = await _player_of_link(request, data.secret)
    if player.account is not None and data.passphrase is None:
        raise Rejected(400, "no-passphrase")
    if not await services.store.sign_in_links.use(hashed(data.secret), time.time()):
        raise Rejected(404, "bad-link")
    if player.account is None or data.passphrase is None:
        await Visitor.of(request).become(player)
    else:
        player = await _begin_anew(request, player, data.passphrase)
    return me_of(player)


async def _player_of_link(request: AnyRequest, secret: str) -> Player:
    services = OnlineServices.of(request)
    only_people(request)
    services.limits.take(SIGN_INS, Payer(Visitor.of(request).address))
    found = await services.store.sign_in_links.player(hashed(secret), time.time())
    player = None
    if found:
        player = await services.store.players.get(found)
    if player is None:
        raise Rejected(404, "bad-link")
    return player


async def _begin_anew(request: AnyRequest, player: Player, passphrase: str) -> Player:
    services = OnlineServices.of(request)
    player = msgspec.structs.replace(player, passphrase=await services.passphrases.hash(passphrase))
    await services.store.players.begin_anew(player, tokens="keep")
    await Visitor.of(request).become(player)
    return player


ROUTES = (recover, renew, look_at_link, use_link)
