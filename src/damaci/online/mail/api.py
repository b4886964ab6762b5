"""The JSON API of notices by mail: a player's address, and the kinds of notices that the player wants."""

import hashlib
from typing import Annotated

import msgspec
from litestar import delete, get, put
from litestar.params import JSONBody

from damaci.online.costs import MAILED, MAILS
from damaci.online.identity import Visitor, only_people
from damaci.online.limits import Payer
from damaci.online.mail.address import LONGEST, mailbox, parse
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.costs import COST
from damaci.site.pages import language_of
from damaci.site.rejection import Rejected
from damaci.store.mail_addresses import MailAddress
from damaci.store.players import Player

CHANGE = {COST: 3.0}


class OwnMail(msgspec.Struct, frozen=True, kw_only=True):
    """Where the player gets notices, and which. `offered`: whether this server sends any; `address` is empty without
    one; `confirmed`: whether the player has opened the link that was sent there; `stopped`: whether so many mails were
    refused that nothing more is sent."""

    offered: bool
    address: str = ""
    confirmed: bool = False
    stopped: bool = False
    turn: bool = True
    hurry: bool = True
    challenge: bool = True
    tournament: bool = True
    holiday: bool = True
    ended: bool = True
    absence: bool = True


class WantedAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address to which the player wants notices."""

    address: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class WantedNotices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of notices that the player wants to get; what is absent or null stays as it is."""

    turn: bool | None = None
    hurry: bool | None = None
    challenge: bool | None = None
    tournament: bool | None = None
    holiday: bool | None = None
    ended: bool | None = None
    absence: bool | None = None


@get("/api/v1/mail", responses=FAILURES)
async def read(request: AnyRequest) -> OwnMail:
    """The player's address. Raises Rejected for a guest."""
    player = await _owner(request)
    return await own_mail(OnlineServices.of(request), player)


@put("/api/v1/mail", responses=FAILURES, opt=CHANGE)
async def write(request: AnyRequest, data: JSONBody[WantedAddress]) -> OwnMail:
    """Takes an address in place of the former one. Nothing is sent there but one mail with a link that confirms it.
    Raises Rejected, BadMailAddress."""
    player = await _owner(request)
    services = OnlineServices.of(request)
    if not services.mailing.on:
        raise Rejected(409, "no-mail")
    wanted = parse(data.address)
    mailed = hashlib.sha256(mailbox(wanted).encode()).hexdigest()
    services.limits.check(MAILED, Payer(mailed))
    services.limits.take(MAILS, Payer(Visitor.of(request).address, player.id))
    services.limits.take(MAILED, Payer(mailed))
    await services.mailing.ask(player, wanted, language_of(request))
    return await own_mail(services, player)


@put("/api/v1/mail/notices", responses=FAILURES)
async def choose(request: AnyRequest, data: JSONBody[WantedNotices]) -> OwnMail:
    """Stores which notices the player wants, and in which language. Raises Rejected for a guest."""
    player = await _owner(request)
    services = OnlineServices.of(request)
    wanted = {kind: wish for kind, wish in msgspec.structs.asdict(data).items() if wish is not None}
    await services.store.mail_addresses.wish(player.id, wanted, language_of(request))
    return await own_mail(services, player)


@delete("/api/v1/mail", responses=FAILURES)
async def forget(request: AnyRequest) -> None:
    """Forgets the player's address. Raises Rejected for a guest."""
    player = await _owner(request)
    await OnlineServices.of(request).mailing.forget(player.id)


async def own_mail(services: OnlineServices, player: Player) -> OwnMail:
    """What a player has chosen. Raises StoreError."""
    return mail_choices(await services.store.mail_addresses.of(player.id), offered=services.mailing.on)


def mail_choices(address: MailAddress | None, *, offered: bool) -> OwnMail:
    """An address as its player sees it."""
    if address is None:
        return OwnMail(offered=offered)
    return OwnMail(
        offered=offered,
        address=address.address,
        confirmed=address.confirmed is not None,
        stopped=address.stopped,
        **address.wishes,
    )


async def _owner(request: AnyRequest) -> Player:
    only_people(request)
    player = await Visitor.of(request).somebody()
    if player.account is None:
        raise Rejected(403, "no-account")
    return player


ROUTES = (read, write, choose, forget)
