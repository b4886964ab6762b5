"""A game whose other player has left: from when on it can be claimed."""

from damaci.host import Room
from damaci.online.presence import Presence
from damaci.play.events import Color, other

SHORTEST = 30.0
LONGEST = 180.0
"""Seconds that a player may be away from a game with clocks: a fifth of the base time, within these."""
DAYS = 3 * 24 * 3600.0
"""Seconds that a player may take for a move in a game without clocks, being away."""


def seconds_left(room: Room, presence: Presence, by: Color) -> float | None:
    """In how many seconds `by` may claim the game, if the other side stays away; 0: now; None: there is nothing to
    claim or foresee."""
    table = room.table
    opponent = other(by)
    away = presence.away(room.game, opponent) if presence.everybody else 0.0
    if table.ended or away is None or table.seats[opponent].kind != "person":
        return None
    if table.settings.clock and not presence.everybody:
        return None  # perhaps there, on another process; the clock will tell
    if table.settings.clock:
        return max(0.0, min(LONGEST, max(SHORTEST, table.settings.clock.base / 5)) - away)
    late = table.turn == opponent and room.now() - room.events[-1].at > DAYS
    return 0.0 if late else None
