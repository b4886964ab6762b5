"""Claims: when a player may end a game because the other player has left."""

from damaci.host import Room
from damaci.online.presence import Presence
from damaci.play.events import Color, other

SHORTEST = 30.0
LONGEST = 180.0
"""Bounds, in seconds, of the allowed absence in a game with clocks, which is a fifth of the base time."""
DAYS = 3 * 24 * 3600.0
"""Seconds that an absent player has for a move in a game without clocks."""


def seconds_left(room: Room, presence: Presence, by: Color) -> float | None:
    """Seconds until `by` may claim the game if the other side stays away; 0: now; None: no claim is possible, or the
    time is unknown."""
    table = room.table
    opponent = other(by)
    away = presence.away(room.game, opponent) if presence.everybody else 0.0
    if opponent in table.gone and not table.ended:
        return 0.0
    if table.ended or away is None or table.seats[opponent].kind != "person":
        return None
    if table.settings.clock and not presence.everybody:
        return None  # The player may be connected to another process; the clock decides.
    if table.settings.clock:
        return max(0.0, min(LONGEST, max(SHORTEST, table.settings.clock.base / 5)) - away)
    if table.settings.days:
        return None  # The days for the move decide.
    if table.turn == opponent and room.now() - room.events[-1].at > DAYS:
        return 0.0
    return None
