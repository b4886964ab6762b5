"""Clock management: how long a move may take, so that the time lasts for the game."""

from dataclasses import dataclass

from damaci.arguments import expect_number, expect_whole
from damaci.engine.limits import LONGEST_SECONDS

MOVES_TO_COME = 30
"""The number of its own moves that a side still expects to make, the same at any time of the game."""
LARGEST_SHARE = 0.7
"""The largest part of the time left that one move may take."""
LAG = 0.05
"""Seconds that are reserved for the time between the engine's answer and the stop of its clock."""
SHORTEST = 0.01
"""Seconds that a move always gets."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a side when its move begins, in seconds."""

    seconds: float
    """Time left, with the increment for this move already added."""
    increment: float = 0.0
    """Time added for each later move."""
    moves: int | None = None
    """How many moves have to be made before more time is added; None if no more is added."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a number out of range."""
        expect_number("seconds", self.seconds, -LONGEST_SECONDS, LONGEST_SECONDS)
        expect_number("increment", self.increment, 0, LONGEST_SECONDS)
        if self.moves is not None:
            expect_whole("moves", self.moves, 1)


def time_for_move(clock: Clock) -> float:
    """Seconds to think: an equal share of the time and most of the increment; if possible less than the time left.

    >>> time_for_move(Clock(60)), time_for_move(Clock(60, increment=1)), time_for_move(Clock(60, moves=1))
    (2.0, 2.75, 41.95)
    """
    share = clock.seconds / (clock.moves or MOVES_TO_COME) + 0.75 * clock.increment
    return max(SHORTEST, min(share, clock.seconds * LARGEST_SHARE - LAG))
