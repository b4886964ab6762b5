"""The speed of a game, for its rating."""

from damaci.play.events import ClockTimes
from damaci.rating.speed import DAILY, Speed, speed_of


def speed(clock: ClockTimes | None, days: int = 0) -> Speed | None:
    """Of a game with that clock, or by the day with so many days for a move; None for one without any clock.

    >>> speed(ClockTimes(180, 2)), speed(None, days=3), speed(None)
    ('blitz', 'correspondence', None)
    """
    if days:
        return DAILY
    if clock is None:
        return None
    return speed_of(clock.base, clock.increment)
