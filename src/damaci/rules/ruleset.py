"""A ruleset: movement, endings, options, and what a player should know about its source."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from damaci.rules.endings import Endings
from damaci.rules.movement import Movement
from damaci.rules.options import Options


class Reading(StrEnum):
    """How we read the source at a point where it is silent or ambiguous. The ruleset's rule card shows it."""

    ONE_EACH_EVEN_IF_CAPTURE = "one-each-even-if-capture"
    """One piece each is a draw at once, even if the side to move could capture."""
    KINGS_ONLY_COUNTS_BOTH = "kings-only-counts-both"
    """The three moves of king against king are counted over both players together."""
    NO_PROGRESS_BY_EACH = "no-progress-by-each"
    """The moves without progress are counted for each side, not over both together."""
    MAN_CAPTURES_ON_THROUGH_LAST_RANK = "man-captures-on-through-last-rank"
    """A man that jumps to the last rank goes on capturing as a man, and is a king when the move ends."""
    STRAIGHT_ON_IS_ALLOWED = "straight-on-is-allowed"
    """A king that goes on capturing may go straight on: only reversing its direction is forbidden."""
    ORIGIN_COUNTS_AS_EMPTY = "origin-counts-as-empty"
    """The square that a capturing piece has left is empty while it captures: it may pass over it and end on it."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play, complete.

    >>> from damaci.rules.catalogue import ruleset
    >>> bulgarian = ruleset("bulgarian")
    >>> bulgarian.movement.choice, bulgarian.movement.priority, bulgarian.first_mover
    ('any', 'king-first', 'white')
    """

    name: str
    """The stable word by which programs know it."""
    title: str
    movement: Movement
    endings: Endings
    game_type: str
    """The value of PDN's GameType tag."""
    readings: tuple[Reading, ...]
    sources: tuple[str, ...]
    options: Options = field(default_factory=Options)
    """The options of a new game unless its players choose others."""
    first_mover: Literal["white", "black"] = "white"

    def __repr__(self) -> str:
        return f"ruleset({self.name!r})"
