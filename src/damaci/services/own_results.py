"""Progress: what the finished games of a person say. Whose games those are is known to the app."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

import msgspec

from damaci.board.color import Color
from damaci.engine.ladder import DEVIATION, LADDER
from damaci.engine.levels import plain_name
from damaci.rating import Glicko2, Rating, Result
from damaci.services.opening_names import Name, OpeningNames

OPENINGS = 300
"""The latest games whose openings are told apart."""
MOST_OPENINGS = 12
DAY = 86_400
GLICKO = Glicko2()


class Tally(msgspec.Struct, frozen=True):
    """Results: won, drawn and lost games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def plus(self, score: float) -> "Tally":
        """With one more game: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return Tally(self.won + (score == 1), self.drawn + (score == 0.5), self.lost + (score == 0))

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


class Point(msgspec.Struct, frozen=True):
    """The strength after a game: when it ended, in Unix seconds, and a rating on the levels' ladder."""

    at: float
    rating: float
    deviation: float


class Opening(msgspec.Struct, frozen=True):
    """How games with an opening ended; its name as phrases in English."""

    name: Sequence[str]
    tally: Tally


class Month(msgspec.Struct, frozen=True):
    """The games of a month, such as 2026-11, and the strength at its end."""

    month: str
    tally: Tally
    rating: float


class Streaks(msgspec.Struct, frozen=True):
    """Games won one after another, and days with a finished game one after another: now and at most."""

    wins: int
    most_wins: int
    days: int
    most_days: int


class Progress(msgspec.Struct, frozen=True):
    """What there is to know of the games of a ruleset."""

    all: Tally
    levels: dict[str, Tally]
    """From the weakest on."""
    others: Tally
    """Against everybody who is not one of the levels."""
    colors: dict[Color, Tally]
    openings: list[Opening]
    months: list[Month]
    """The latest first."""
    curve: list[Point]
    streaks: Streaks


@dataclass(slots=True)
class OwnGame:
    """A finished game: the person's side, the computer's level (empty against somebody else), the person's score (1 for
    a win, 0.5 for a draw, 0 for a loss), and when it ended (epoch seconds)."""

    id: str
    color: Color
    level: str
    score: float
    at: float
    point: Point = field(default_factory=lambda: Point(0.0, 0.0, 0.0))


Games = Callable[[str], Awaitable[Sequence[OwnGame]]]
"""The person's latest finished games of a ruleset, in any order. Raises StoreError."""


class OwnResults:
    """The progress of one person."""

    def __init__(self, games: Games, names: OpeningNames) -> None:
        self._games, self._names = games, names

    async def of(self, ruleset: str, today: date) -> Progress:
        """The progress at a ruleset. Raises StoreError."""
        found = await self._games(ruleset)
        games = sorted((replace(each, level=plain_name(each.level)) for each in found), key=lambda game: game.at)
        _rate(games)
        return Progress(
            all=_tally(games),
            levels=_levels(games),
            others=_tally(each for each in games if not each.level),
            colors={color: _tally(each for each in games if each.color is color) for color in Color},
            openings=await self._openings(games[-OPENINGS:]),
            months=_months(games),
            curve=[each.point for each in games if each.level],
            streaks=_streaks(games, today),
        )

    async def _openings(self, games: Sequence[OwnGame]) -> list[Opening]:
        named = await self._names.of([each.id for each in games])
        tallies: dict[Name, Tally] = defaultdict(Tally)
        for each in games:
            if name := named.get(each.id):
                tallies[name] = tallies[name].plus(each.score)
        found = sorted(tallies.items(), key=lambda each: -each[1].games)[:MOST_OPENINGS]
        return [Opening(name, tally) for name, tally in found]


def _rate(games: Iterable[OwnGame]) -> None:
    """Follows the strength from game to game. Levels that are not on the ladder move nothing."""
    rating, last = Rating(), None
    for each in games:
        if last is not None:
            rating = GLICKO.aged(rating, max(0.0, each.at - last) / DAY)
        if each.level in LADDER:
            opponent = Rating(LADDER[each.level], DEVIATION)
            rating = GLICKO.after(rating, [Result(opponent, each.score)], periods=0)
        each.point, last = Point(each.at, rating.rating, rating.deviation), each.at


def _tally(games: Iterable[OwnGame]) -> Tally:
    tally = Tally()
    for each in games:
        tally = tally.plus(each.score)
    return tally


def _levels(games: Sequence[OwnGame]) -> dict[str, Tally]:
    found = {each.level for each in games if each.level}
    order = [*(level for level in LADDER if level in found), *sorted(found - LADDER.keys())]
    return {level: _tally(each for each in games if each.level == level) for level in order}


def _months(games: Sequence[OwnGame]) -> list[Month]:
    grouped: dict[str, list[OwnGame]] = defaultdict(list)
    for each in games:
        grouped[f"{_day(each):%Y-%m}"].append(each)
    return [Month(month, _tally(some), some[-1].point.rating) for month, some in reversed(grouped.items())]


def _streaks(games: Sequence[OwnGame], today: date) -> Streaks:
    wins = most_wins = 0
    for each in games:
        wins += 1
        if each.score != 1:
            wins = 0
        most_wins = max(most_wins, wins)
    days = most_days = 0
    last: date | None = None
    for day in sorted({_day(each) for each in games}):
        days += 1
        if last is None or day - last > timedelta(days=1):
            days = 1
        most_days, last = max(most_days, days), day
    # A day on which nothing has been finished yet does not end a streak.
    if last is None or today - last > timedelta(days=1):
        days = 0
    return Streaks(wins, most_wins, days, most_days)


def _day(game: OwnGame) -> date:
    return datetime.fromtimestamp(game.at, UTC).date()
