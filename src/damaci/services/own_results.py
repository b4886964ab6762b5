"""Progress: what the archive's games against the computer say of the person who played them. Nothing else is read."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

import msgspec

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.book.names import name as name_opening
from damaci.engine.ladder import DEVIATION, LADDER
from damaci.play.events import AnyEvent
from damaci.play.table import Table
from damaci.rating import Glicko2, Rating, Result
from damaci.services.run import Run
from damaci.stored import Store, Summary

MOST = 5_000
"""The latest games that are counted."""
OPENINGS = 300
"""The latest games whose openings are told apart."""
OPENING_PLIES = 2
MOST_OPENINGS = 12
DAY = 86_400
_SCORES = {"1-0": 1.0, "0-1": 0.0}
"""White's, by the result; a draw has half a point."""
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
    colors: dict[Color, Tally]
    openings: list[Opening]
    months: list[Month]
    """The latest first."""
    curve: list[Point]
    streaks: Streaks


@dataclass(slots=True)
class _Played:
    """A game against the computer."""

    id: str
    color: Color
    level: str
    score: float
    at: float
    point: Point = field(default_factory=lambda: Point(0.0, 0.0, 0.0))


class OwnResults:
    """Progress from the games of a store."""

    def __init__(self, store: Store, run: Run) -> None:
        self._store, self._run = store, run

    async def of(self, ruleset: str, today: date) -> Progress:
        """The progress at a ruleset. Raises StoreError."""
        listed = await self._store.games.list(finished=True, ruleset=ruleset, begun=True, limit=MOST)
        games = sorted((each for summary in listed if (each := _played(summary))), key=lambda game: game.at)
        _rate(games)
        return Progress(
            all=_tally(games),
            levels=_levels(games),
            colors={color: _tally(each for each in games if each.color is color) for color in Color},
            openings=await self._openings(games[-OPENINGS:]),
            months=_months(games),
            curve=[each.point for each in games],
            streaks=_streaks(games, today),
        )

    async def _openings(self, games: Sequence[_Played]) -> list[Opening]:
        logs = await self._store.log.read_many({each.id: 0 for each in games})
        named = await self._run(_named, dict(logs))
        tallies: dict[tuple[str, ...], Tally] = defaultdict(Tally)
        for each in games:
            if name := named.get(each.id):
                tallies[name] = tallies[name].plus(each.score)
        found = sorted(tallies.items(), key=lambda each: -each[1].games)[:MOST_OPENINGS]
        return [Opening(name, tally) for name, tally in found]


def _played(summary: Summary) -> _Played | None:
    """A finished game of a person against a level; None for any other."""
    score = _SCORES.get(summary.result, 0.5)
    match summary.white.kind, summary.black.kind:
        case "person", "engine":
            return _Played(summary.id, Color.WHITE, summary.black.level, score, summary.updated)
        case "engine", "person":
            return _Played(summary.id, Color.BLACK, summary.white.level, 1 - score, summary.updated)
    return None


def _rate(games: Iterable[_Played]) -> None:
    """Follows the strength from game to game. Levels that are not on the ladder move nothing."""
    rating, last = Rating(), None
    for each in games:
        if last is not None:
            rating = GLICKO.aged(rating, max(0.0, each.at - last) / DAY)
        if each.level in LADDER:
            opponent = Rating(LADDER[each.level], DEVIATION)
            rating = GLICKO.after(rating, [Result(opponent, each.score)], periods=0)
        each.point, last = Point(each.at, rating.rating, rating.deviation), each.at


def _tally(games: Iterable[_Played]) -> Tally:
    tally = Tally()
    for each in games:
        tally = tally.plus(each.score)
    return tally


def _levels(games: Sequence[_Played]) -> dict[str, Tally]:
    found = {each.level for each in games}
    order = [*(level for level in LADDER if level in found), *sorted(found - LADDER.keys())]
    return {level: _tally(each for each in games if each.level == level) for level in order}


def _months(games: Sequence[_Played]) -> list[Month]:
    grouped: dict[str, list[_Played]] = defaultdict(list)
    for each in games:
        grouped[f"{_day(each):%Y-%m}"].append(each)
    return [Month(month, _tally(some), some[-1].point.rating) for month, some in reversed(grouped.items())]


def _streaks(games: Sequence[_Played], today: date) -> Streaks:
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


def _day(game: _Played) -> date:
    return datetime.fromtimestamp(game.at, UTC).date()


def _named(logs: dict[str, list[AnyEvent]]) -> dict[str, tuple[str, ...]]:
    """The openings of games that began at the start of their ruleset."""
    found = {}
    for game, events in logs.items():
        played = Table.fold(events[: 1 + OPENING_PLIES]).game
        if played.start == Position.start(played.ruleset) and played.ply == OPENING_PLIES:
            found[game] = name_opening(played.moves)
    return found
