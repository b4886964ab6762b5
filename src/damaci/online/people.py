"""Players as others see them: the name, the way to the player's page, and ratings. Guests are known in their games
alone."""

import time
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import msgspec

from damaci.play.events import ClockTimes, Color
from damaci.play.events import Settings as Agreed
from damaci.play.speed import speed
from damaci.rating.first import first_standing
from damaci.rating.speed import DAILY, SPEEDS, Speed
from damaci.rating.standing import SURE_TO, SURE_TO_IN_VARIANTS, Standing
from damaci.store import Store
from damaci.store.challenges import Challenge
from damaci.store.players import Player
from damaci.store.ratings import RatingChange, RatingKey
from damaci.store.seeks import Seek

USUAL = "turkish"
"""The ruleset that most people play."""
BEST = 50
"""Places of a leaderboard."""
HISTORY = 500
"""Games of the history of a rating."""


class ShownRating(msgspec.Struct, frozen=True):
    """A rating as it is shown: rounded, and provisional as long as little is known."""

    rating: int
    deviation: int
    provisional: bool
    games: int


class GamePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a game who has an account. `account` is the last part of the address of the player's page; `rating`
    the one for games of that kind, before the game if it is over, or at its end if it does not count; `change` what a
    rated game has done to it."""

    name: str
    account: str
    rating: ShownRating | None = None
    change: int | None = None
    computer: str = ""
    """What plays, if it is no person: the name of a level, or `program`."""


class RatingOf(msgspec.Struct, frozen=True):
    """A rating, with its ruleset and speed."""

    ruleset: str
    speed: Speed
    rating: ShownRating


class LeaderboardPlace(msgspec.Struct, frozen=True):
    """A place on a leaderboard."""

    name: str
    account: str
    rating: ShownRating


class RatingPoint(msgspec.Struct, frozen=True):
    """A rated game in the history of a rating: when it ended (epoch seconds), and the rating afterwards."""

    game: str
    at: float
    rating: int
    change: int


class _Wish(msgspec.Struct, frozen=True):
    """The terms of a seek on which its rating depends."""

    ruleset: str = USUAL
    clock: ClockTimes | None = None
    days: int = 0


def figure(standing: Standing, at: float) -> ShownRating:
    """A standing as it is shown at a moment (epoch seconds)."""
    rating = standing.now(at)
    return ShownRating(round(rating.rating), round(rating.deviation), rating.provisional, standing.games)


def sure_to(ruleset: str) -> float:
    """The largest deviation of a rating on a leaderboard."""
    if ruleset == USUAL:
        return SURE_TO
    return SURE_TO_IN_VARIANTS


class People:
    """Looks players up. Every method raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_game(self, game: str, agreed: Agreed) -> Mapping[Color, GamePlayer]:
        """The players of a game who have accounts, with the ratings of now, or with those before it if it is over."""
        seated = await self._store.seats.players_of(game)
        players = {color: player for color, player in seated.items() if is_known(player)}
        if not players:
            return {}
        changes = await self._store.ratings.of_game(game) if agreed.rated else {}
        if changes:
            return {color: await self._counted(player, changes[color]) for color, player in players.items()}
        figures = await self._figures(players.values(), agreed, await self._store.games.ended_at(game))
        return {color: _person(player, figures.get(player.id)) for color, player in players.items()}

    async def _counted(self, player: Player, counted: RatingChange) -> GamePlayer:
        before = counted.change.before
        games = await self._store.ratings.games_before(
            RatingKey(player.id, counted.ruleset, counted.speed), counted.number
        )
        then = ShownRating(round(before.rating), round(before.deviation), before.provisional, games)
        return _person(player, then, counted.change.points)

    async def _figures(
        self, players: Collection[Player], agreed: Agreed, at: float | None = None
    ) -> dict[str, ShownRating]:
        """The ratings for games of that kind, by id, of now or as they were at a moment (epoch seconds). Players
        without one are left out; the house's players always have one."""
        of = speed(agreed.clock, agreed.days)
        if of is None:
            return {}
        keys = {player.id: RatingKey(player.id, agreed.ruleset, of) for player in players}
        found = await self._standings(keys.values(), at)
        moment = time.time() if at is None else at
        figures: dict[str, ShownRating] = {}
        for player in players:
            standing = found.get(keys[player.id], first_standing(player.computer))
            if standing != Standing():
                figures[player.id] = figure(standing, moment)
        return figures

    async def _standings(self, keys: Collection[RatingKey], at: float | None) -> Mapping[RatingKey, Standing]:
        if at is None:
            return await self._store.ratings.of_players([key.player for key in keys])
        found = [(key, await self._store.ratings.at(key, at)) for key in keys]
        return {key: standing for key, standing in found if standing}

    async def of_seeks(self, seeks: Sequence[Seek | Challenge]) -> Mapping[str, ShownRating]:
        """The ratings of those who look for a game or challenge somebody, for games of that kind, by seek or challenge;
        only of players who have one."""
        players = {seek.player for seek in seeks if seek.account}
        if not players:
            return {}
        at = time.time()
        found = await self._store.ratings.of_players(players)
        figures: dict[str, ShownRating] = {}
        for seek in seeks:
            wish = msgspec.json.decode(seek.wish, type=_Wish)
            of = speed(wish.clock, wish.days)
            if of and (standing := found.get(RatingKey(seek.player, wish.ruleset, of))):
                figures[seek.id] = figure(standing, at)
        return figures

    async def ratings_for(self, players: Collection[str], agreed: Agreed) -> dict[str, int]:
        """The ratings of players for games of that kind; those who have none are left out."""
        known = await self._store.players.some(players)
        return {player: found.rating for player, found in (await self._figures(known.values(), agreed)).items()}

    async def best(self, ruleset: str, of: Speed) -> Sequence[LeaderboardPlace]:
        """The leaderboard: those whose rating is sure."""
        at = time.time()
        best = await self._store.ratings.best(ruleset, of, at, sure_to(ruleset), BEST)
        players = await self._store.players.some({each.player for each in best})
        return [
            LeaderboardPlace(each.name, players[each.player].account or "", figure(each.standing, at))
            for each in best
            if each.player in players
        ]

    async def history(self, player: Player, ruleset: str, of: Speed) -> Sequence[RatingPoint]:
        """The last games that changed a rating, the oldest first."""
        found = await self._store.ratings.history(player.id, ruleset, of, HISTORY)
        return [RatingPoint(each.game, each.at, round(each.change.after.rating), each.change.points) for each in found]

    async def ratings(self, player: Player) -> Mapping[tuple[str, Speed], ShownRating]:
        """A player's ratings, by ruleset and speed. The house's players also have their first ratings for the usual
        rules."""
        return (await self.all_ratings([player])).get(player.id, {})

    async def all_ratings(self, players: Collection[Player]) -> Mapping[str, Mapping[tuple[str, Speed], ShownRating]]:
        """The same for several players, by id."""
        at = time.time()
        found = {
            RatingKey(each.id, USUAL, of): first_standing(each.computer)
            for each in players
            for of in SPEEDS
            if of != DAILY
        }
        known = {key: standing for key, standing in found.items() if standing != Standing()}
        known |= await self._store.ratings.of_players([each.id for each in players])
        ratings: defaultdict[str, dict[tuple[str, Speed], ShownRating]] = defaultdict(dict)
        for key, standing in known.items():
            ratings[key.player][key.ruleset, key.speed] = figure(standing, at)
        return ratings


def is_known(player: Player) -> bool:
    """Whether a player has a page: an account that is not closed."""
    return player.account is not None and player.closed is None


def _person(player: Player, rating: ShownRating | None, change: int | None = None) -> GamePlayer:
    return GamePlayer(player.name, player.account or "", rating, change, player.computer or "")
