"""A player's games by the day, and in which of them it is the player's turn."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from litestar import Request, get

from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.play.events import Color, Seat, Settings, other
from damaci.play.turn import to_move
from damaci.store import Store
from damaci.stored import Summary

AnyRequest = Request[Any, Any, Any]


class Waiting(msgspec.Struct, frozen=True):
    """A game in which it is the player's turn. `due`: when the time for the move is over, `away`: until when the
    opponent is on holiday (epoch seconds)."""

    id: str
    color: Color
    opponent: str
    ruleset: str
    plies: int
    due: float
    away: float | None = None


class Queue(msgspec.Struct, frozen=True):
    """How many games by the day the player has, and those that wait for the player, the one with the least time
    first."""

    games: int
    waiting: Sequence[Waiting]


async def queue_of(store: Store, player: str, at: float) -> Queue:
    """A player's, at the moment `at` (epoch seconds). Raises StoreError."""
    games = await store.daily.of(player)
    away = await opponents_away(store, games, at)
    waiting = [
        _waiting(color, game, away.get(game.id))
        for color, agreed, game in games
        if color == to_move(agreed, game.plies)
    ]
    return Queue(len(games), waiting)


async def opponents_away(
    store: Store, games: Sequence[tuple[Color, Settings, Summary]], at: float
) -> Mapping[str, float]:
    """Until when opponents are on holiday in games by the day, by game; the others are left out. Raises StoreError."""
    colors = {game.id: color for color, agreed, game in games if agreed.days}
    if not colors:
        return {}
    found = await store.holidays.away(colors, at)
    return {game: sides[other(colors[game])] for game, sides in found.items() if other(colors[game]) in sides}


def _waiting(color: Color, game: Summary, away: float | None) -> Waiting:
    seats: dict[Color, Seat] = {"white": game.white, "black": game.black}
    opponent = seats[other(color)].name
    return Waiting(game.id, color, opponent, game.ruleset, game.plies, game.due or 0.0, away)


@get("/api/v1/turns", responses=FAILURES)
async def turns(request: AnyRequest) -> Queue:
    """The player's games by the day in which it is the player's turn, the one with the least time first."""
    player = await Visitor.of(request).known()
    if player is None:
        return Queue(0, [])
    services = OnlineServices.of(request)
    return await queue_of(services.store, player.id, services.rooms.now())


ROUTES = (turns,)
