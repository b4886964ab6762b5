"""How a game ended."""

from dataclasses import dataclass
from enum import StrEnum

from damaci.arguments import expect_kind, expect_optional, shown
from damaci.board.color import Color
from damaci.errors import BadArgument


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
    ADJUDICATED = "adjudicated"
    """The arbiter of a tournament has entered a result while the game was played."""
    ANNULLED = "annulled"
    """The arbiter of a tournament has undone the pairing: the game does not count."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `winner` is None for a draw.

    >>> Outcome(Reason.BLOCKED, Color.BLACK).result, Outcome(Reason.ONE_EACH).result
    ('0-1', '1/2-1/2')
    """

    reason: Reason
    winner: Color | None = None

    def __post_init__(self) -> None:
        """Raises BadArgument for another kind of value."""
        expect_kind("reason", self.reason, Reason)
        expect_optional("winner", self.winner, Color)

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return next(result for result, winner in WINNERS.items() if winner is self.winner)

    def __str__(self) -> str:
        return f"{self.result}, {self.reason}"


WINNERS: dict[str, Color | None] = {"1-0": Color.WHITE, "0-1": Color.BLACK, "1/2-1/2": None}
"""The winner for each result of PDN."""

NEVER_DRAWN = (Reason.RESIGNATION, Reason.TIME)
ALWAYS_DRAWN = (Reason.AGREEMENT, Reason.TOO_LONG, Reason.ANNULLED)
DECIDED_BY_PEOPLE = (*ALWAYS_DRAWN, *NEVER_DRAWN, Reason.ABANDONED, Reason.ADJUDICATED)
"""Reasons that cannot be seen from the position."""


def impossible(winner: Color | None) -> tuple[Reason, ...]:
    """The reasons decided by people that are impossible with this winner; None stands for a draw."""
    if winner is None:
        return NEVER_DRAWN
    return ALWAYS_DRAWN


def decided(result: str, reason: Reason | str) -> Outcome:
    """The end of a game that people decide.

    Raises BadArgument for an unknown result, a reason that the board decides, and a result that the reason excludes.
    """
    if not isinstance(result, str) or result not in WINNERS:
        raise BadArgument(f"{shown(result)} is not a result: expected one of {', '.join(WINNERS)}")
    if not isinstance(reason, str) or reason not in DECIDED_BY_PEOPLE:
        given = shown(str(reason)) if isinstance(reason, Reason) else shown(reason)
        raise BadArgument(f"{given} is not for people to decide: expected one of {', '.join(DECIDED_BY_PEOPLE)}")
    outcome = Outcome(Reason(reason), WINNERS[result])
    if outcome.reason in impossible(outcome.winner):
        raise BadArgument(
            f"{result} by {outcome.reason}: agreement, too many moves and an annulled game are a draw,"
            " resignation and time are not"
        )
    return outcome


MOST_PLIES = 2000
"""A game at a table is drawn at this many plies, whatever its rules; a game read from a record may be longer."""
