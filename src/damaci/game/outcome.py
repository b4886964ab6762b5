"""How a game ended."""

from dataclasses import dataclass
from enum import StrEnum

from damaci.board.color import Color


class Reason(StrEnum):
    """Why a game is over, as stable words."""

    CAPTURED_ALL = "captured-all"
    BLOCKED = "blocked"
    ONE_EACH = "one-each"
    KINGS_ONLY = "kings-only"
    REPETITION = "repetition"
    NO_PROGRESS = "no-progress"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME = "time"
    ABANDONED = "abandoned"
    TOO_LONG = "too-long"
    """MOST_PLIES were played at a table."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `winner` is None for a draw.

    >>> Outcome(Reason.BLOCKED, Color.BLACK).result, Outcome(Reason.ONE_EACH).result
    ('0-1', '1/2-1/2')
    """

    reason: Reason
    winner: Color | None = None

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return next(result for result, winner in WINNERS.items() if winner is self.winner)

    def __str__(self) -> str:
        return f"{self.result}, {self.reason}"


WINNERS: dict[str, Color | None] = {"1-0": Color.WHITE, "0-1": Color.BLACK, "1/2-1/2": None}
"""Who won, by PDN's result."""

NEVER_DRAWN = (Reason.RESIGNATION, Reason.TIME)
ALWAYS_DRAWN = (Reason.AGREEMENT, Reason.TOO_LONG)
DECIDED_BY_PEOPLE = (*ALWAYS_DRAWN, *NEVER_DRAWN, Reason.ABANDONED)
"""Endings that no position shows: somebody has to say them."""

MOST_PLIES = 2000
"""With so many a game at a table is drawn, whatever its rules; a game that is only read may be longer."""
