"""Moves of a game against the computer that would have it answer about a rated game of the same player are refused."""

from collections.abc import Awaitable, Callable

from damaci.board.position import Position
from damaci.game.game import Game
from damaci.host.room import Consent, Room
from damaci.play.refusal import Refusal, TableCode
from damaci.services.own_positions import PLAYED

Have = Callable[[Position], Awaitable[bool]]
"""Whether a position is one of a rated game that the player is playing."""


def guard(room: Room, have: Have) -> Consent | None:
    """Asked for the moves of a casual game against a computer, it refuses those that lead into such a position; None
    for other games, which need no consent."""
    seats = room.table.seats.values()
    if room.table.settings.rated or all(seat.kind != "engine" for seat in seats):
        return None

    async def consent(after: Game) -> Refusal | None:
        if await have(after.position):
            return Refusal(TableCode.YOUR_RATED_GAME, str(PLAYED))
        return None

    return consent
