"""The JSON API of ratings: of a game's players, of one player, and the best."""

from collections.abc import Mapping, Sequence

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from damaci.host import UnknownGame
from damaci.online.names import fold
from damaci.online.openapi import FAILURES
from damaci.online.people import GamePlayer, LeaderboardPlace, RatingOf, RatingPoint, is_known
from damaci.online.results import MOST, PlayerResults, results
from damaci.online.services import OnlineServices
from damaci.play.events import Color
from damaci.rating.speed import Speed
from damaci.rules.catalogue import ruleset as ruleset_named
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME
from damaci.store.players import Player


class GamePlayers(msgspec.Struct, frozen=True):
    """The players of a game who have accounts, by side; `counted`: its result has changed their ratings."""

    rated: bool
    counted: bool
    players: Mapping[Color, GamePlayer]


class PublicProfile(msgspec.Struct, frozen=True):
    """What everybody may know of a player with an account. `since`: when the account was made (epoch seconds)."""

    name: str
    account: str
    since: float
    ratings: Sequence[RatingOf]
    results: PlayerResults
    here: bool
    """Whether the player is connected, as far as others may see it."""
    computer: str = ""
    """What plays, if it is no person: the name of a level, or `program`."""


class RatingHistory(msgspec.Struct, frozen=True):
    """The last rated games of a player, the oldest first."""

    games: Sequence[RatingPoint]


class Leaderboard(msgspec.Struct, frozen=True):
    """The players with the highest ratings, as far as these are sure."""

    places: Sequence[LeaderboardPlace]


@get("/api/v1/games/{game:str}/players", responses=FAILURES)
async def of_game(request: AnyRequest, game: FromPath[str]) -> GamePlayers:
    """The ratings of a game's players, and what the game has done to them. Raises UnknownGame."""
    services = OnlineServices.of(request)
    return await players_of(services, game)


async def players_of(services: OnlineServices, game: str) -> GamePlayers:
    """Raises UnknownGame, StoreError."""
    opened = await services.store.log.opened(game)
    if opened is None:
        raise UnknownGame(f"no game {game!r}")
    players = await services.people.of_game(game, opened.settings)
    counted = any(person.change is not None for person in players.values())
    return GamePlayers(opened.settings.rated, counted, players)


@get("/api/v1/players/{name:str}", responses=FAILURES, opt=WHOLE_GAME)
async def profile(request: AnyRequest, name: FromPath[str]) -> PublicProfile:
    """A player with an account: ratings, and how the last thousand games ended."""
    services = OnlineServices.of(request)
    player = await known(services, name)
    known_ratings = await services.people.ratings(player)
    ratings = [RatingOf(ruleset, speed, rating) for (ruleset, speed), rating in known_ratings.items()]
    found = results(await services.store.played.of(player.id, MOST))
    here = player.id in await services.seen.here([player.id])
    return PublicProfile(player.name, player.account or "", player.created, ratings, found, here, player.computer or "")


@get("/api/v1/players/{name:str}/ratings/{ruleset:str}/{speed:str}", responses=FAILURES)
async def history(
    request: AnyRequest, name: FromPath[str], ruleset: FromPath[str], speed: FromPath[Speed]
) -> RatingHistory:
    """What each rated game has done to a rating, the oldest of them first. Raises UnknownRuleset."""
    services = OnlineServices.of(request)
    ruleset_named(ruleset)
    return RatingHistory(await services.people.history(await known(services, name), ruleset, speed))


@get("/api/v1/best/{ruleset:str}/{speed:str}", responses=FAILURES)
async def best(request: AnyRequest, ruleset: FromPath[str], speed: FromPath[Speed]) -> Leaderboard:
    """The leaderboard of a ruleset and a speed. Raises UnknownRuleset."""
    ruleset_named(ruleset)
    return Leaderboard(await OnlineServices.of(request).people.best(ruleset, speed))


async def known(services: OnlineServices, name: str) -> Player:
    """The player with an account of that name. Raises NotFoundException, StoreError."""
    player = await services.store.players.with_account(fold(name))
    if player is None or not is_known(player):
        raise NotFoundException(f"no player {name!r}")
    return player


ROUTES = (of_game, profile, history, best)
