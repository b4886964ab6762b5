"""Clock management: how long a move may take, so that the time lasts for the game."""

from dataclasses import dataclass

MOVES_TO_COME = 30
"""How many moves of its own a side still expects to make, at any time of the game."""
LARGEST_SHARE = 0.7
"""Of what is left, one move takes no more than this."""
LAG = 0.05
"""Seconds kept back for what happens between the engine and the clock."""
SHORTEST = 0.01


@dataclass(frozen=True, slots=True)
class Clock:
    """What a side's clock shows as it begins to think, in seconds."""

    seconds: float
    """Left, with whatever has been added for this move already."""
    increment: float = 0.0
    """What each later move adds."""
    moves: int | None = None
    """How many moves have to be made before more time is added; None for all the rest."""


def time_for_move(clock: Clock) -> float:
    """Seconds to think: an even share of the time and most of the increment, always less than is left if that can be.

    >>> time_for_move(Clock(60)), time_for_move(Clock(60, increment=1)), time_for_move(Clock(60, moves=1))
    (2.0, 2.75, 41.95)
    """
    share = clock.seconds / (clock.moves or MOVES_TO_COME) + 0.75 * clock.increment
    return max(SHORTEST, min(share, clock.seconds * LARGEST_SHARE - LAG))
