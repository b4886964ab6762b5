"""A player's unfinished games, and in which of them it is the player's turn."""

from collections.abc import Mapping, Sequence

import msgspec
from litestar import get

from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.play.events import Color, Seat, Settings, other
from damaci.play.turn import to_move
from damaci.site.connection import AnyRequest
from damaci.store import Store
from damaci.stored import Summary

OwnDailyGame = tuple[Color, Settings, Summary]
"""A game with the player's side and what was agreed."""


class WaitingGame(msgspec.Struct, frozen=True):
    """A game in which it is the player's turn. `days`: for a move, in a game by the day; else 0. `due`: when
    the time for the move is over, `away`: until when the opponent is on holiday (epoch seconds)."""

    id: str
    color: Color
    opponent: str
    ruleset: str
    plies: int
    due: float | None = None
    days: int = 0
    away: float | None = None


class Queue(msgspec.Struct, frozen=True):
    """How many games by the day the player has, and all games that wait for the player: those by the day first, the one
    with the least time before the others; then those that have waited longest."""

    games: int
    waiting: Sequence[WaitingGame]


async def queue_of(store: Store, player: str, at: float) -> Queue:
    """A player's, at the moment `at` (epoch seconds). Raises StoreError."""
    games = await unfinished(store, player)
    away = await opponents_away(store, games, at)
    waiting = [
        _waiting(color, agreed, game, away.get(game.id))
        for color, agreed, game in games
        if color == to_move(agreed, game.plies)
    ]
    return Queue(sum(bool(agreed.days) for _, agreed, _ in games), waiting)


async def unfinished(store: Store, player: str) -> Sequence[OwnDailyGame]:
    """The player's games that go on: all of those by the day, and of the others those that have waited longest. Raises
    StoreError."""
    others = [each for each in await store.seats.running(player) if not each[2].days]
    return [*await store.daily.of(player), *others]


async def opponents_away(store: Store, games: Sequence[OwnDailyGame], at: float) -> Mapping[str, float]:
    """When the holidays of opponents end, by game, for games by the day. Games without a holiday are left out. Raises
    StoreError."""
    colors = {game.id: color for color, agreed, game in games if agreed.days}
    if not colors:
        return {}
    found = await store.holidays.away(colors, at)
    return {game: sides[other(colors[game])] for game, sides in found.items() if other(colors[game]) in sides}


def _waiting(color: Color, agreed: Settings, game: Summary, away: float | None) -> WaitingGame:
    seats: dict[Color, Seat] = {"white": game.white, "black": game.black}
    opponent = seats[other(color)].name
    return WaitingGame(game.id, color, opponent, game.ruleset, game.plies, game.due, agreed.days, away)


@get("/api/v1/turns", responses=FAILURES)
async def turns(request: AnyRequest) -> Queue:
    """The player's games in which it is the player's turn: those by the day first, by their time, then the others."""
    player = await Visitor.of(request).known()
    if player is None:
        return Queue(0, [])
    services = OnlineServices.of(request)
    return await queue_of(services.store, player.id, services.rooms.now())


ROUTES = (turns,)
