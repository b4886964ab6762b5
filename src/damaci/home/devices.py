"""Requests of the dialog for other devices: offering, finding and joining games, and the state of the link."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath, JSONBody

from damaci.home.qr import qr_code
from damaci.home.services import HomeServices
from damaci.links.link import BROWSER
from damaci.links.messages import Name, clean_name
from damaci.links.reception import Offer
from damaci.links.visit import Visit
from damaci.play.events import Color
from damaci.services.new_games import NewGame, settings_of
from damaci.site.connection import AnyRequest

KEY = "device-name"

Text = Annotated[str, msgspec.Meta(max_length=200)]


class OfferedGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game to offer. `color` is the side of the person who offers it."""

    name: Name
    transports: Annotated[list[str], msgspec.Meta(min_length=1, max_length=4)]
    color: Color = "white"
    game: NewGame = NewGame()


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device to connect to."""

    name: Name
    transport: str
    address: Text
    code: Text = ""


class NewcomerDecision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a newcomer is accepted, and the side of the person who decides."""

    accept: bool
    color: Color = "white"


class CurrentOffer(msgspec.Struct, frozen=True, kw_only=True):
    """The current offer. `addresses` by transport; `code` is needed on the transports in `codes`."""

    ruleset: str
    color: Color
    code: str
    codes: list[str]
    addresses: Mapping[str, str]


class WaitingNewcomer(msgspec.Struct, frozen=True, kw_only=True):
    """A newcomer who waits to be accepted."""

    id: str
    name: str
    transport: str


class Joining(msgspec.Struct, frozen=True, kw_only=True):
    """The state of joining another device: see damaci.links.visit.Visit."""

    state: str
    problem: str
    detail: str
    host: str
    game: str


class Devices(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the dialog shows. `missing`: what keeps each transport from working, empty if nothing does."""

    name: str
    missing: Mapping[str, str]
    offer: CurrentOffer | None
    newcomers: Sequence[WaitingNewcomer]
    joining: Joining | None


class FoundDevice(msgspec.Struct, frozen=True, kw_only=True):
    """A device that may be joined."""

    transport: str
    address: str
    name: str
    ruleset: str


class Linked(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a game's link: `up`, `down` or `left`; empty for a game in which no other device plays."""

    link: Literal["", "up", "down", "left"]
    peer: str


class Decided(msgspec.Struct, frozen=True):
    """The id of the game that begins; empty if the newcomer is refused."""

    game: str


@get("/api/devices")
async def devices(request: AnyRequest) -> Devices:
    """The state of the dialog. The page has to poll it during an offer; an offer that no page asks for is
    withdrawn."""
    services = HomeServices.of(request)
    services.desk.watch()
    return await _state(services)


async def _state(services: HomeServices) -> Devices:
    desk = services.desk
    return Devices(
        name=await services.store.settings.get(KEY, ""),
        missing={name: await transport.missing() for name, transport in desk.transports.items()},
        offer=_offered(services),
        newcomers=[
            WaitingNewcomer(id=each.id, name=each.name, transport=each.transport)
            for each in desk.reception.newcomers.values()
        ],
        joining=_joining(desk.visits.joining),
    )


@get("/api/devices/near")
async def near(request: AnyRequest) -> list[FoundDevice]:
    """Searches for devices on every working transport; takes a second or two."""
    found = []
    for name, transport in HomeServices.of(request).desk.transports.items():
        if not await transport.missing():
            found += [
                FoundDevice(transport=name, address=each.address, name=each.name, ruleset=each.ruleset)
                for each in await transport.near()
            ]
    return found


@post("/api/devices/offer")
async def offer(request: AnyRequest, data: JSONBody[OfferedGame]) -> Devices:
    """Offers a game. Raises DamaciError for invalid settings, LinkLost."""
    services = HomeServices.of(request)
    name = await _keep_name(services, data.name)
    codes = frozenset({"tcp", BROWSER}) & set(data.transports)
    await services.desk.offer(
        Offer(name=name, settings=settings_of(data.game), color=data.color, codes=codes), data.transports
    )
    return await _state(services)


@delete("/api/devices/offer")
async def withdraw(request: AnyRequest) -> None:
    """Withdraws the offer."""
    await HomeServices.of(request).desk.withdraw()


@get("/api/devices/offer/qr.svg")
async def qr(request: AnyRequest) -> Response[bytes]:
    """The QR code of the address at which a browser joins the offer, code included."""
    desk = HomeServices.of(request).desk
    if desk.reception.offer is None or BROWSER not in desk.listeners:
        raise NotFoundException("nothing is offered to browsers")
    return qr_code(f"http://{desk.listeners[BROWSER].address}/?code={desk.reception.offer.code}")


@post("/api/devices/newcomers/{newcomer:str}", status_code=200)
async def decide(request: AnyRequest, newcomer: FromPath[str], data: JSONBody[NewcomerDecision]) -> Decided:
    """Accepts or refuses a newcomer. Raises LinkLost."""
    desk = HomeServices.of(request).desk
    if data.accept:
        return Decided(await desk.accept(newcomer, data.color))
    desk.reception.refuse(newcomer)
    return Decided("")


@post("/api/devices/join")
async def join(request: AnyRequest, data: JSONBody[Join]) -> Devices:
    """Connects to another device. Raises LinkLost."""
    services = HomeServices.of(request)
    await services.desk.visits.join(data.transport, data.address, await _keep_name(services, data.name), data.code)
    return await _state(services)


@delete("/api/devices/join")
async def cancel(request: AnyRequest) -> None:
    """Cancels joining; a game that has begun continues."""
    await HomeServices.of(request).desk.visits.cancel()


@get("/api/devices/links/{game:str}")
async def link(request: AnyRequest, game: FromPath[str]) -> Linked:
    """The state of a game's link."""
    return _linked(request, game)


@delete("/api/devices/links/{game:str}", status_code=200)
async def leave(request: AnyRequest, game: FromPath[str]) -> Linked:
    """Leaves a game with another device for good."""
    if not _linked(request, game).link:
        raise HTTPException(status_code=404, detail=f"no other device plays in {game!r}")
    await HomeServices.of(request).desk.leave(game)
    return _linked(request, game)


def _linked(request: AnyRequest, game: str) -> Linked:
    desk = HomeServices.of(request).desk
    bond = desk.bonds.get(game)
    return Linked(link=desk.link(game), peer=bond.peer if bond else "")


def _offered(services: HomeServices) -> CurrentOffer | None:
    offer = services.desk.reception.offer
    listeners = services.desk.listeners
    if offer is None:
        return None
    return CurrentOffer(
        ruleset=offer.settings.ruleset,
        color=offer.color,
        code=offer.code,
        codes=sorted(offer.codes),
        addresses={name: listener.address for name, listener in listeners.items()},
    )


def _joining(visit: Visit | None) -> Joining | None:
    if visit is None:
        return None
    return Joining(state=visit.state, problem=visit.problem, detail=visit.detail, host=visit.host, game=visit.game)


async def _keep_name(services: HomeServices, name: str) -> str:
    name = clean_name(name)
    await services.store.settings.put(KEY, name)
    return name


ROUTES = (devices, near, offer, withdraw, qr, decide, join, cancel, link, leave)
