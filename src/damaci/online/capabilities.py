"""What a visitor may do with a game."""

from collections.abc import Collection

from damaci.play.events import Color
from damaci.wire.messages import Capability

SPECTATOR: tuple[Capability, ...] = ("lobby", "download", "link")
PLAYER: tuple[Capability, ...] = ("take-back", "draw", "resign", "say", "rematch", "report", *SPECTATOR)


def capabilities(held: Collection[Color]) -> tuple[Capability, ...]:
    """`held`: the seats that are the visitor's."""
    return PLAYER if held else SPECTATOR
