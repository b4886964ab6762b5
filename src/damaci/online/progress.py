"""The page of a player's progress, from the player's finished games on this server."""

import asyncio
from collections.abc import Sequence

from litestar import Response, get
from litestar.params import FromQuery

from damaci.board.color import Color
from damaci.online.costs import PROGRESS
from damaci.online.identity import Visitor, only_plays
from damaci.online.services import OnlineServices
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.services.own_game import OwnGame
from damaci.services.own_results import Games, OwnResults
from damaci.site import page_data
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.store import Store

MOST = 2_000
"""The latest games that are counted."""


@get("/progress", opt=PROGRESS)
async def progress(request: AnyRequest, ruleset: FromQuery[str] = "turkish") -> Response[str]:
    """Results and strength over time at a ruleset; where there are accounts, guests read what they are for. Raises
    UnknownRuleset, StoreError."""
    services = OnlineServices.of(request)
    name = find_ruleset(ruleset).name
    words = catalog(language_of(request))
    player = await Visitor.of(request).known()
    if only_plays(services, player):
        return page(request, "progress/needs_account.html", {})
    games = player_games(services.store, player.id if player else "")
    results = OwnResults(games, services.opening_names, asyncio.to_thread)
    shown = await page_data.progress(results, name, words, with_people=True)
    return page(request, "progress/page.html", {}, shown=shown)


def player_games(store: Store, player: str) -> Games:
    """The finished games of a player."""

    async def games(ruleset: str) -> Sequence[OwnGame]:
        found = await store.played.dated(player, ruleset, MOST)
        return [OwnGame(each.game, Color(each.color), each.level, each.score, each.at, each.speed) for each in found]

    return games


ROUTES = (progress,)
