"""What an operator reads of a player: each rating with the comparison of its games, and those of players near it."""

import time
from collections.abc import Sequence

import msgspec

from damaci.analysis.agreement import Comparison
from damaci.analysis.estimate import Spread, spread
from damaci.online.fair_play.driver import ENGINE
from damaci.online.people import ShownRating, figure
from damaci.rating.standing import Standing
from damaci.store import Store
from damaci.store.comparisons import ComparisonResult, StoredComparison
from damaci.store.players import Player
from damaci.store.ratings import RatingKey

NEAR = 150.0
"""Players whose ratings differ by at most so many points are near each other."""
ENOUGH_PLAYERS = 10
"""Others from which their spread says something."""
ENOUGH_MOVES = 100
"""Compared moves from which somebody is one of them."""


class Others(msgspec.Struct, frozen=True):
    """The other players near a rating whose moves the same engine has compared. No spreads of fewer than
    ENOUGH_PLAYERS."""

    players: int
    low: int
    high: int
    agreement: Spread | None = None
    loss: Spread | None = None


class Measured(msgspec.Struct, frozen=True):
    """What was found at a moment (epoch seconds), with the rating of that moment. `current`: by the engine that would
    compare now."""

    at: float
    rating: int
    engine: str
    current: bool
    comparison: Comparison
    others: Others


class Beside(msgspec.Struct, frozen=True):
    """A rating of a player. `asked`: since when a comparison is waited for (epoch seconds), None if none is."""

    ruleset: str
    speed: str
    rating: ShownRating
    asked: float | None
    measured: Measured | None


async def beside(store: Store, player: Player) -> list[Beside]:
    """All ratings of a player, that of most games first. Raises StoreError."""
    standings = await store.ratings.of_players([player.id])
    stored = {each.key: each for each in await store.comparisons.of_player(player.id)}
    keys = sorted(standings, key=lambda key: standings[key].games, reverse=True)
    return [await _beside(store, key, standings[key], stored.get(key)) for key in keys]


async def _beside(store: Store, key: RatingKey, standing: Standing, stored: StoredComparison | None) -> Beside:
    rating = figure(standing, time.time())
    if stored is None:
        return Beside(key.ruleset, key.speed, rating, None, None)
    measured = await _measured(store, key, stored.found) if stored.found else None
    return Beside(key.ruleset, key.speed, rating, stored.asked, measured)


async def _measured(store: Store, key: RatingKey, found: ComparisonResult) -> Measured:
    low = found.rating - NEAR
    high = found.rating + NEAR
    near = await store.comparisons.near(key, found.engine, ENOUGH_MOVES, low, high)
    others = _others([_comparison(each) for each in near], round(low), round(high))
    current = found.engine == ENGINE
    return Measured(found.at, round(found.rating), found.engine, current, _comparison(found), others)


def _others(near: Sequence[Comparison], low: int, high: int) -> Others:
    agreements = [each.agreement.value for each in near if each.agreement]
    losses = [each.loss.value for each in near if each.loss]
    if len(agreements) < ENOUGH_PLAYERS:
        return Others(len(agreements), low, high)
    return Others(len(agreements), low, high, spread(agreements), spread(losses))


def _comparison(found: ComparisonResult) -> Comparison:
    return msgspec.json.decode(found.comparison, type=Comparison)
