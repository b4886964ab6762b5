"""The two pages of a guest, and their requests."""

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect

from damaci.links.messages import Name
from damaci.nearby.services import COOKIE, NearbyServices, token_of
from damaci.play.phrases import PHRASES
from damaci.play.record import pdn
from damaci.site.choices import rulesets_of
from damaci.site.connection import AnyRequest
from damaci.site.downloads import file
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.visitors import write_preferences

A_MONTH = 30 * 24 * 3600
ShortText = Annotated[str, msgspec.Meta(max_length=200)]


class ComingGuest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who would like to play."""

    name: Name
    code: ShortText


@get("/")
async def entrance(request: AnyRequest, code: FromQuery[str] = "") -> Response[Any]:
    """The page to join the game, or to return to it."""
    guests = NearbyServices.of(request).guests
    token = token_of(request)
    if not (code and guests.offer) and (game := guests.latest(token)):
        return Redirect(f"/game/{game}")
    data = {"offered": guests.offer is not None, "waiting": guests.may_wait(token)}
    return page(request, "nearby/join.html", data, shown={"code": code[:12]})


@post("/api/join", status_code=200)
async def join(request: AnyRequest, data: JSONBody[ComingGuest]) -> Response[None]:
    """Admits a guest who knows the code. Raises Rejected."""
    address = request.client.host if request.client else ""
    token = NearbyServices.of(request).guests.admit(address, data.name, data.code)
    return Response(None, cookies=[Cookie(COOKIE, value=token, max_age=A_MONTH, httponly=True, samesite="strict")])


@get("/game/{game:str}")
async def one_game(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """The guest's own game."""
    _check(request, game)
    data = {"game": game, "rulesets": rulesets_of(catalog(language_of(request)))}
    return page(request, "game/page.html", data, shown={"dialogs": ["game/say.html"], "phrases": PHRASES})


@get("/api/games/{game:str}/pdn", media_type=MediaType.TEXT)
async def one_pdn(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """The record of the guest's own game."""
    _check(request, game)
    return file(pdn(await NearbyServices.of(request).log.read(game)), f"damaci-{game}.pdn")


def _check(request: AnyRequest, game: str) -> None:
    if NearbyServices.of(request).guests.seat(token_of(request), game) is None:
        raise NotFoundException(f"no game {game!r}")


ROUTES = (entrance, join, one_game, one_pdn, write_preferences)
