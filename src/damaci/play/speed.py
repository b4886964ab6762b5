"""The speed of a game, for its rating."""

from damaci.play.events import ClockTimes
from damaci.rating.speed import DAILY, Speed, speed_of


def speed(clock: ClockTimes | None, days: int = 0) -> Speed | None:
    """The speed of a game with that clock, or of a game by the day; None for one without a clock.

    >>> speed(ClockTimes(180, 2)), speed(None, days=3), speed(None)
    ('blitz', 'correspondence', None)
    """
    if days:
        return DAILY
    if clock is None:
        return None
    return speed_of(clock.base, clock.increment)
