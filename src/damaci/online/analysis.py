"""The way from a game of the server to its analysis, which the site without a server does in the visitor's browser."""

from typing import Any
from urllib.parse import urlencode

from litestar import Request, get
from litestar.params import FromQuery
from litestar.response import Redirect

from damaci.host.stored_game import UnknownGame
from damaci.online.addresses import ADDRESSES
from damaci.online.capabilities import is_alone
from damaci.online.services import OnlineServices
from damaci.site.built_site import PLACE
from damaci.site.pages import language_of

AnyRequest = Request[Any, Any, Any]


@get("/analysis")
async def analysis(
    request: AnyRequest,
    game: FromQuery[str] = "",
    review: FromQuery[str] = "",
    study: FromQuery[str] = "",
    chapter: FromQuery[str] = "",
) -> Redirect:
    """The board for analysis, with a game or a chapter of a study if one is asked for. A game between people that is
    being played leads back to itself. Raises UnknownGame, StoreError."""
    board = f"{PLACE}{language_of(request)}/analysis.html"
    if study:
        pdn = f"{ADDRESSES.request('studies.pdn', study=study)}?{urlencode({'chapter': chapter})}"
        return _to(f"{board}?{urlencode({'from': pdn})}")
    if not game:
        return _to(board)
    found = await OnlineServices.of(request).store.games.get(game)
    if found is None:
        raise UnknownGame(f"no game {game!r}")
    if found.result == "*" and not is_alone((found.white, found.black), found.rated):
        return _to(ADDRESSES.page("game", game=game))
    asked = {"from": ADDRESSES.request("games.pdn", game=game)} | ({"review": "1"} if review else {})
    return _to(f"{board}?{urlencode(asked)}")


def _to(address: str) -> Redirect:
    return Redirect(address, headers={"cache-control": "no-store"})


ROUTES = (analysis,)
