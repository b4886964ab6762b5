"""What a visitor may do with a game."""

from collections.abc import Collection

from damaci.play.events import Color
from damaci.wire.messages import Capability

SPECTATOR: tuple[Capability, ...] = ("lobby", "download", "link")
PLAYER: tuple[Capability, ...] = ("take-back", "draw", "resign", "say", "rematch", "report", *SPECTATOR)


RATED_PLAYER: tuple[Capability, ...] = tuple(each for each in PLAYER if each != "take-back")


def capabilities(held: Collection[Color], rated: bool) -> tuple[Capability, ...]:
    """`held`: the seats that are the visitor's. Moves of a `rated` game cannot be taken back."""
    if not held:
        return SPECTATOR
    return RATED_PLAYER if rated else PLAYER
