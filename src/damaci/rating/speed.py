"""The speed of a game, by its expected length."""

from typing import Literal, get_args

from damaci.arguments import expect_number

Speed = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)
"""The fastest speed first; the last is for games by the day."""
DAILY: Speed = "correspondence"
MOVES = 40
"""The number of moves for which increments are counted."""
_BELOW: tuple[tuple[float, Speed], ...] = ((180.0, "bullet"), (480.0, "blitz"), (1500.0, "rapid"))


def speed_of(base: float, increment: float = 0.0) -> Speed:
    """The speed of a game with `base` seconds for each side and an increment for each move. Raises BadArgument.

    >>> speed_of(180, 2), speed_of(600, 5), speed_of(1500)
    ('blitz', 'rapid', 'classical')
    """
    expect_number("base", base, 0, 1e9)
    expect_number("increment", increment, 0, 1e9)
    expected = base + MOVES * increment
    for seconds, speed in _BELOW:
        if expected < seconds:
            return speed
    return "classical"
