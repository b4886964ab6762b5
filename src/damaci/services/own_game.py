"""A finished game as one of its players sees it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

import msgspec

from damaci.board.color import Color
from damaci.stored.summary import Pace


class StrengthPoint(msgspec.Struct, frozen=True):
    """The strength after a game: when it ended, in Unix seconds, and a rating on the levels' ladder."""

    at: float
    rating: float
    deviation: float


NOWHERE = StrengthPoint(0.0, 0.0, 0.0)


@dataclass(slots=True)
class OwnGame:
    """A finished game: the person's side, the computer's level (empty against somebody else), the person's score (1 for
    a win, 0.5 for a draw, 0 for a loss), when it ended (epoch seconds), and how fast it was, if that is known."""

    id: str
    color: Color
    level: str
    score: float
    at: float
    speed: Pace | None = None
    point: StrengthPoint = NOWHERE
    """The strength after it, once that is worked out."""

    @property
    def day(self) -> date:
        """The day on which it ended."""
        return datetime.fromtimestamp(self.at, UTC).date()
