"""The allowance of holidays in games by the day: how many days a player has left, and until when a holiday can last."""

import math
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime

from damaci.play.clock import DAY
from damaci.store.holidays import Holiday

DAYS_A_YEAR = 28
"""Days of holiday in a calendar year, by UTC. Every day that has begun counts, for each holiday anew."""
_EPOCH = date(1970, 1, 1).toordinal()


def day_of(at: float) -> date:
    """The day of a moment (epoch seconds), by UTC."""
    return datetime.fromtimestamp(at, UTC).date()


def end_of(day: date) -> float:
    """When a day is over (epoch seconds)."""
    return (day.toordinal() + 1 - _EPOCH) * DAY


def left(taken: Sequence[Holiday], at: float) -> int:
    """Days that are left of the year of `at`, of those of a running holiday only what has begun being used."""
    return max(0, DAYS_A_YEAR - _used(taken, at)[day_of(at).year])


def last_day(taken: Sequence[Holiday], at: float) -> date | None:
    """The last day of the longest holiday that can begin at `at`; None if none can. The next years' days count."""
    used = _used(taken, at)
    last = None
    for day in _days_from(at):
        if used[day.year] >= DAYS_A_YEAR:
            break
        used[day.year] += 1
        last = day
    return last


def _used(taken: Sequence[Holiday], at: float) -> Counter[int]:
    """Days that were used until `at`, by year."""
    used: Counter[int] = Counter()
    for holiday in taken:
        first = math.floor(holiday.began / DAY)
        beyond = math.ceil(min(holiday.until, at) / DAY)
        used.update(_date(number).year for number in range(first, max(beyond, first + 1)))
    return used


def _days_from(at: float) -> Sequence[date]:
    first = math.floor(at / DAY)
    return [_date(number) for number in range(first, first + 2 * DAYS_A_YEAR + 1)]


def _date(number: int) -> date:
    return date.fromordinal(_EPOCH + number)
