"""Games won one after another, and days with a game one after another."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

import msgspec

from damaci.services.own_game import OwnGame


class Streaks(msgspec.Struct, frozen=True):
    """Games won one after another, and days with a finished game one after another: now and at most."""

    wins: int
    most_wins: int
    days: int
    most_days: int


def streaks_of(games: Sequence[OwnGame], today: date) -> Streaks:
    """The streaks in games, in the order in which they ended."""
    return Streaks(*_wins([each.score for each in games]), *_days({each.day for each in games}, today))


def _wins(scores: Iterable[float]) -> tuple[int, int]:
    wins = most = 0
    for score in scores:
        wins = wins + 1 if score == 1 else 0
        most = max(most, wins)
    return wins, most


def _days(played: Iterable[date], today: date) -> tuple[int, int]:
    days = most = 0
    last: date | None = None
    for day in sorted(played):
        days = days + 1 if last and day - last == timedelta(days=1) else 1
        most = max(most, days)
        last = day
    # A day on which nothing has been finished yet does not end a streak.
    if last is None or today - last > timedelta(days=1):
        days = 0
    return days, most
