"""What a visitor may do with a game."""

from collections.abc import Collection

from damaci.play.events import Color, Seat
from damaci.wire.messages import Capability

SPECTATOR: tuple[Capability, ...] = ("lobby", "download", "link")
PLAYER: tuple[Capability, ...] = ("take-back", "draw", "resign", "say", "rematch", "report", *SPECTATOR)
ENTERER: tuple[Capability, ...] = ("take-back", "draw", "resign", *SPECTATOR)
"""What somebody may do who enters the moves of two players elsewhere."""
STUDY: tuple[Capability, ...] = ("analyse", "review")


RATED_PLAYER: tuple[Capability, ...] = tuple(each for each in PLAYER if each != "take-back")


def capabilities(held: Collection[Color], rated: bool, seats: Collection[Seat], *, study: bool) -> list[Capability]:
    """`held`: the visitor's seats; `seats`: who plays; `study`: whether games are analysed in the visitor's browser.
    Moves of a `rated` game cannot be taken back, and there are hints in other games against the computer only."""
    own = _own(held, rated)
    if not study:
        return [*own]
    return [*own, *STUDY, "hint"] if held and is_alone(seats, rated) else [*own, *STUDY]


def _own(held: Collection[Color], rated: bool) -> tuple[Capability, ...]:
    if not held:
        return SPECTATOR
    if len(held) == 2:
        return ENTERER
    return RATED_PLAYER if rated else PLAYER


def is_alone(seats: Collection[Seat], rated: bool) -> bool:
    """Whether nobody but the visitor plays, and not for ratings, so that help is unfair to nobody."""
    return not rated and any(seat.kind == "engine" for seat in seats)
