"""The operator's page of one player: how his moves compare with the engine's, the reports about him, and what to do."""

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from damaci.online.fair_play.beside import ENOUGH_PLAYERS, beside
from damaci.online.fair_play.driver import GAMES
from damaci.online.health import check_operator
from damaci.online.moments import iso, moment
from damaci.online.operating import case
from damaci.online.services import OnlineServices
from damaci.site.choices import speed_titles
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.page_data import ruleset_titles
from damaci.site.pages import language_of, page

LISTED = 50
"""Reports about a player on the page."""


@get("/operator/players/{player:str}")
async def fair_play(request: AnyRequest, player: FromPath[str]) -> Response[str]:
    """The page. Raises Rejected, NotFoundException."""
    check_operator(request)
    store = OnlineServices.of(request).store
    found = await store.players.get(player)
    if found is None:
        raise NotFoundException("no such player")
    words = catalog(language_of(request))
    shown = {
        "player": found,
        "ratings": await beside(store, found),
        "waiting": await store.comparisons.waiting(),
        "reports": [case(each) for each in await store.reports.list(about=player, limit=LISTED)],
        "rules": {each["name"]: each["title"] for each in ruleset_titles(words)},
        "speeds": speed_titles(words),
        "most_games": GAMES,
        "enough": ENOUGH_PLAYERS,
        "iso": iso,
        "moment": moment,
    }
    return page(request, "operator/player.html", {}, shown=shown)


ROUTES = (fair_play,)
