"""Moves of a game against the computer that would have it answer about a rated game of the same player are refused."""

from collections.abc import Awaitable, Callable

from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.host.conversation import Submit
from damaci.host.room import Room
from damaci.play.commands import Move, SeatCommand
from damaci.play.refusal import Refusal, TableCode
from damaci.services.own_positions import PLAYED

Have = Callable[[Position], Awaitable[bool]]
"""Whether a position is one of a rated game that the player is playing."""


def guarded(room: Room, submit: Submit, have: Have) -> Submit:
    """`submit`, but that a casual game against a computer is not led into such a position."""
    seats = room.table.seats.values()
    if room.table.settings.rated or all(seat.kind != "engine" for seat in seats):
        return submit

    async def guard(command: SeatCommand) -> Refusal | int:
        after = isinstance(command, Move) and _after(room.table.game, command)
        if after and await have(after):
            return Refusal(TableCode.YOUR_RATED_GAME, str(PLAYED))
        return await submit(command)

    return guard


def _after(game: Game, command: Move) -> Position | None:
    """The position after a move; None if it may not be played."""
    try:
        return game.position.play(command.move)
    except DamaciError:
        return None
