"""Requests of an arbiter about helpers of a tournament: the code that admits them, who is there, and dismissing."""

from collections.abc import Sequence

import msgspec
from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from damaci.home.qr import qr_code
from damaci.home.services import HomeServices
from damaci.site.connection import AnyRequest


class ListedHelper(msgspec.Struct, frozen=True, kw_only=True):
    """A helper, and whether the device asks for news."""

    id: str
    name: str
    connected: bool


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """How a tournament is shared. `address`: where helpers come in, empty while nobody can; `code`: empty while it
    admits nobody."""

    shared: bool
    address: str
    code: str
    helpers: Sequence[ListedHelper]


@get("/api/tournaments/{tournament:str}/helpers")
async def show(request: AnyRequest, tournament: FromPath[str]) -> Shared:
    """How a tournament is shared."""
    return _shared(request, tournament)


@post("/api/tournaments/{tournament:str}/helpers", status_code=200)
async def invite(request: AnyRequest, tournament: FromPath[str]) -> Shared:
    """Shares a tournament under a new code. Raises UnknownTournament, LinkLost, StoreError."""
    services = HomeServices.of(request)
    await services.tournaments.find(tournament)
    await services.help_desk.invite(tournament)
    return _shared(request, tournament)


@delete("/api/tournaments/{tournament:str}/helpers", status_code=200)
async def end(request: AnyRequest, tournament: FromPath[str]) -> Shared:
    """Dismisses all helpers. Raises LinkLost, StoreError."""
    await HomeServices.of(request).help_desk.end(tournament)
    return _shared(request, tournament)


@delete("/api/tournaments/{tournament:str}/helpers/code", status_code=200)
async def close_code(request: AnyRequest, tournament: FromPath[str]) -> Shared:
    """Withdraws the code; who helps goes on. Raises StoreError."""
    helpers = HomeServices.of(request).help_desk.helpers
    if helpers.share(tournament):
        await helpers.close_code(tournament)
    return _shared(request, tournament)


@delete("/api/tournaments/{tournament:str}/helpers/{helper:str}", status_code=200)
async def remove(request: AnyRequest, tournament: FromPath[str], helper: FromPath[str]) -> Shared:
    """Dismisses one helper. Raises StoreError."""
    helpers = HomeServices.of(request).help_desk.helpers
    if helpers.share(tournament):
        await helpers.remove(tournament, helper)
    return _shared(request, tournament)


@get("/api/tournaments/{tournament:str}/helpers/qr.svg")
async def qr(request: AnyRequest, tournament: FromPath[str]) -> Response[bytes]:
    """The QR code of the address at which helpers come in, code included."""
    shared = _shared(request, tournament)
    if not (shared.address and shared.code):
        raise NotFoundException("this tournament has no code for helpers")
    return qr_code(f"http://{shared.address}/?code={shared.code}")


def _shared(request: AnyRequest, tournament: str) -> Shared:
    desk = HomeServices.of(request).help_desk
    share = desk.helpers.share(tournament)
    if share is None:
        return Shared(shared=False, address="", code="", helpers=())
    listed = [
        ListedHelper(id=each.id, name=each.name, connected=desk.helpers.is_connected(each.id)) for each in share.helpers
    ]
    return Shared(shared=True, address=desk.address, code=share.code, helpers=listed)


ROUTES = (show, invite, end, close_code, remove, qr)
