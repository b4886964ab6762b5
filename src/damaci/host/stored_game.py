"""Reads a stored game."""

from damaci.errors import DamaciError
from damaci.play.events import AnyEvent
from damaci.stored import EventLog


class UnknownGame(DamaciError):
    """No game has that id."""


async def read_game(log: EventLog, game: str) -> list[AnyEvent]:
    """All events of a game. Raises UnknownGame, StoreError."""
    events = await log.read(game)
    if not events:
        raise UnknownGame(f"no game {game!r}")
    return events
