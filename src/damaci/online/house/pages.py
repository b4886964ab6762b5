"""The HTML page of the computers that may be challenged."""

from collections.abc import Mapping
from typing import Any

from litestar import Response, get

from damaci.online.house.characters import lines, title
from damaci.online.house.listing import Bot, bots_of
from damaci.online.people import USUAL
from damaci.online.services import OnlineServices
from damaci.site.choices import speed_titles
from damaci.site.connection import AnyRequest
from damaci.site.language import Catalog, catalog
from damaci.site.pages import language_of, page
from damaci.store.players import PROGRAM


@get("/bots")
async def bots(request: AnyRequest) -> Response[str]:
    """The house's players and other people's programs, with ratings for the usual rules."""
    words = catalog(language_of(request))
    found = [_shown(words, each) for each in await bots_of(OnlineServices.of(request))]
    shown = {
        "house": [each for each in found if each["computer"] != PROGRAM],
        "programs": [each for each in found if each["computer"] == PROGRAM],
        "speeds": speed_titles(words),
    }
    return page(request, "people/bots.html", {}, shown=shown)


def _shown(words: Catalog, bot: Bot) -> Mapping[str, Any]:
    return {
        "name": bot.name,
        "account": bot.account,
        "computer": bot.computer,
        "level": title(words, bot.computer),
        "owner": bot.owner,
        "line": lines(words).get(bot.computer, ""),
        "here": bot.here,
        "busy": bool(bot.most) and bot.playing >= bot.most,
        "ratings": {each.speed: each.rating for each in bot.ratings if each.ruleset == USUAL},
    }


ROUTES = (bots,)
