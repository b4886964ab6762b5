"""The way from a game of the server to its analysis, which the site without a server does in the visitor's browser."""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from litestar import get
from litestar.params import FromQuery
from litestar.response import Redirect

from damaci.board.position import Position
from damaci.host.stored_game import UnknownGame
from damaci.online.addresses import ADDRESSES
from damaci.online.capabilities import is_alone
from damaci.online.identity import Visitor
from damaci.online.services import OnlineServices
from damaci.play.events import AnyEvent
from damaci.play.table import Table
from damaci.services.tree import positions_of
from damaci.site.built_site import PLACE
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME
from damaci.site.pages import language_of


@get("/analysis", opt=WHOLE_GAME)
async def analysis(
    request: AnyRequest,
    game: FromQuery[str] = "",
    review: FromQuery[str] = "",
    study: FromQuery[str] = "",
    chapter: FromQuery[str] = "",
) -> Redirect:
    """The board for analysis, with a game or a chapter of a study if one is asked for. Redirects to the game's own page
    while people are still playing it. Raises UnknownGame, UnknownStudy, Rejected for what helps in a rated game of the
    visitor, StoreError."""
    if study:
        return await _chapter(request, study, chapter)
    if game:
        return await _game(request, game, {"review": "1"} if review else {})
    return _to(_board(request, {}))


async def _chapter(request: AnyRequest, study: str, chapter: str) -> Redirect:
    services = OnlineServices.of(request)
    shown = await services.library.show(await Visitor.of(request).known(), study, chapter)

    async def read() -> Iterator[Position]:
        return positions_of(shown.contents.tree)

    await services.expect_no_help_in(request, read)
    place = ADDRESSES.request("studies.pdn", study=study)
    return _to(_board(request, {"from": f"{place}?{urlencode({'chapter': shown.chapter})}"}))


async def _game(request: AnyRequest, game: str, more: Mapping[str, str]) -> Redirect:
    services = OnlineServices.of(request)
    found = await services.store.games.get(game)
    if found is None:
        raise UnknownGame(f"no game {game!r}")
    if found.result == "*" and not is_alone((found.white, found.black), found.rated):
        return _to(ADDRESSES.page("game", game=game))

    async def read() -> Iterator[Position]:
        return _positions(await services.store.log.read(game))

    await services.expect_no_help_in(request, read)
    return _to(_board(request, {"from": ADDRESSES.request("games.pdn", game=game), **more}))


def _positions(events: Sequence[AnyEvent]) -> Iterator[Position]:
    yield from Table.fold(events).game.positions


def _board(request: AnyRequest, asked: Mapping[str, str]) -> str:
    board = f"{PLACE}{language_of(request)}/analysis.html"
    return f"{board}?{urlencode(asked)}" if asked else board


def _to(address: str) -> Redirect:
    return Redirect(address, headers={"cache-control": "no-store"})


ROUTES = (analysis,)
