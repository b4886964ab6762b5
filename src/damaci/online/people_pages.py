"""The HTML pages of players: the leaderboards, and one player."""

from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from damaci.online.following import MOST as MOST_FOLLOWED
from damaci.online.following import followed_by, is_shown
from damaci.online.house.characters import lines, title
from damaci.online.identity import Visitor
from damaci.online.older import bookmark_in, first_page
from damaci.online.people import USUAL, ShownRating, is_known
from damaci.online.people_api import known
from damaci.online.rating_graph import rating_graph
from damaci.online.results import MOST, against, results
from damaci.online.services import OnlineServices
from damaci.rating.speed import SPEEDS, Speed
from damaci.rules.catalogue import RULESETS
from damaci.rules.catalogue import ruleset as ruleset_named
from damaci.services.game_list import PER_PAGE
from damaci.site.choices import speed_titles
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME
from damaci.site.game_list import row
from damaci.site.language import Catalog, catalog
from damaci.site.page_data import ruleset_titles
from damaci.site.pages import language_of, page
from damaci.store.bookmark import Bookmark
from damaci.store.players import Player
from damaci.stored import Summary

RECENT = 10
"""Games on the page of a player."""

Category = tuple[str, Speed]
"""A ruleset and a speed."""


@get("/players")
async def players(request: AnyRequest, ruleset: FromQuery[str] = USUAL, name: FromQuery[str] = "") -> Response[Any]:
    """The leaderboards of a ruleset; with a name, that player's page instead. Raises UnknownRuleset,
    NotFoundException."""
    services = OnlineServices.of(request)
    if name:
        player = await known(services, name)
        return Redirect(f"/@/{player.account}")
    ruleset_named(ruleset)
    words = catalog(language_of(request))
    boards = {speed: await services.people.best(ruleset, speed) for speed in SPEEDS}
    visitor = await Visitor.of(request).known()
    account = visitor is not None and is_known(visitor)
    shown = {
        "account": account,
        "boards": boards,
        "speeds": speed_titles(words),
        "rulesets": ruleset_titles(words),
        "ruleset": ruleset,
    }
    return page(request, "people/players.html", {"account": account}, shown=shown)


@get("/@/{name:str}", opt=WHOLE_GAME)
async def one_player(
    request: AnyRequest, name: FromPath[str], ruleset: FromQuery[str] = "", speed: FromQuery[Speed | None] = None
) -> Response[str]:
    """A player with an account: ratings and games. Raises NotFoundException, UnknownRuleset."""
    services = OnlineServices.of(request)
    player = await known(services, name)
    words = catalog(language_of(request))
    ratings = await services.people.ratings(player)
    if ruleset:
        ruleset_named(ruleset)
    chosen = _chosen(ratings, ruleset, speed)
    history = await services.people.history(player, *chosen) if chosen else ()
    played = await services.store.played.of(player.id, MOST)
    visitor = await Visitor.of(request).known()
    other = visitor is not None and visitor.id != player.id
    privacy = await services.store.player_settings.get(player.id)
    challengeable = other and visitor is not None and is_known(visitor) and privacy.challenges != "nobody"
    challengeable = challengeable or services.house.player(player.id) is not None
    shown = await _games(services, words, player, "", RECENT, visitor) | {
        "name": player.name,
        "account": player.account,
        "ratings": _listed(words, ratings),
        "chosen": chosen,
        "graph": rating_graph(history),
        "history": history,
        "results": results(played),
        "mutual": against(played, visitor.id) if other and visitor else None,
        "challengeable": challengeable,
        "here": player.id in await services.seen.here([player.id]),
        "followed": await _followed(services, visitor, player),
        "computer": title(words, player.computer),
        "character": lines(words).get(player.computer or "", ""),
    }
    data = {"account": visitor is not None and is_known(visitor)}
    return page(request, "people/player.html", data, shown=shown)


@get("/@/{name:str}/games")
async def games(request: AnyRequest, name: FromPath[str], before: FromQuery[str] = "") -> Response[str]:
    """All games of a player with an account, page by page. Raises NotFoundException."""
    services = OnlineServices.of(request)
    player = await known(services, name)
    visitor = await Visitor.of(request).known()
    shown = await _games(services, catalog(language_of(request)), player, before, PER_PAGE, visitor)
    return page(request, "people/games.html", {}, shown=shown | {"name": player.name, "account": player.account})


async def _games(
    services: OnlineServices, words: Catalog, player: Player, before: str, most: int, visitor: Player | None
) -> dict[str, Any]:
    """`most` of a player's games that the visitor may see, and the way to the older ones."""
    over = await _plays_unseen(services, player, visitor)
    found = await services.store.seats.games_after(player.id, bookmark_in(before), most + 1, over=over)
    page_of_games, older = first_page(found, lambda game: Bookmark(game.updated, game.id), most)
    hidden = await _hidden(services, page_of_games, visitor)
    shown = [game for game in page_of_games if game.id not in hidden]
    accounts = await services.store.seats.accounts_of([game.id for game in shown])
    return {"games": [row(words, game, accounts.get(game.id)) for game in shown], "older": older}


async def _hidden(services: OnlineServices, games: Sequence[Summary], visitor: Player | None) -> set[str]:
    """The games, among these, of players who do not want the visitor to see what they are playing."""
    running = [game.id for game in games if game.result == "*"]
    seats = await services.store.seats.of_games(running)
    unseen = await services.store.player_settings.unseen(set().union(*seats.values()))
    own = visitor.id if visitor else ""
    return {game for game, seated in seats.items() if seated & unseen and own not in seated}


async def _plays_unseen(services: OnlineServices, player: Player, visitor: Player | None) -> bool:
    """Whether a player does not want the visitor to see what is being played."""
    if visitor is not None and visitor.id == player.id:
        return False
    return bool(await services.store.player_settings.unseen([player.id]))


async def _followed(services: OnlineServices, visitor: Player | None, player: Player) -> bool | None:
    """Whether the visitor follows a player; None if that is not possible."""
    if visitor is None or not is_known(visitor) or visitor.id == player.id:
        return None
    followed = await services.store.follows.has(visitor.id, player.id)
    if not followed and not is_shown(services, player):
        return None
    return followed


@get("/following", opt=WHOLE_GAME)
async def following(request: AnyRequest) -> Response[str]:
    """Whom the visitor follows, those who are here first."""
    visitor = await Visitor.of(request).known()
    account = visitor is not None and is_known(visitor)
    words = catalog(language_of(request))
    found = await followed_by(OnlineServices.of(request), visitor) if visitor and account else ()
    players = [(each, title(words, each.computer)) for each in found]
    shown = {"account": account, "players": players, "most": MOST_FOLLOWED}
    return page(request, "people/following.html", {"account": account}, shown=shown)


def _listed(words: Catalog, ratings: Mapping[Category, ShownRating]) -> Sequence[Mapping[str, Any]]:
    """Ratings for the page, the most played first."""
    titles = {str(speed): title for speed, title in speed_titles(words).items()}
    text = words.translations.gettext
    most_played = sorted(ratings.items(), key=lambda item: -item[1].games)
    return [
        {
            "ruleset": ruleset,
            "speed": speed,
            "rules": text(RULESETS[ruleset].title),
            "pace": titles[speed],
            "rating": rating,
        }
        for (ruleset, speed), rating in most_played
    ]


def _chosen(ratings: Mapping[Category, ShownRating], ruleset: str, speed: Speed | None) -> Category | None:
    """The rating whose history is shown: the one that is asked for, else the one with the most games."""
    if speed and (ruleset, speed) in ratings:
        return ruleset, speed
    return max(ratings, key=lambda category: ratings[category].games, default=None)


ROUTES = (players, one_player, games, following)
