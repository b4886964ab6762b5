"""Progress: what finished games say of the person who played them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

import msgspec

from damaci.board.color import Color
from damaci.engine.ladder import DEVIATION, LADDER
from damaci.engine.levels import plain_name
from damaci.rating import Glicko2, Rating, Result
from damaci.rating.speed import SPEEDS
from damaci.services.opening_names import Name
from damaci.services.own_game import OwnGame, StrengthPoint
from damaci.services.streaks import Streaks, streaks_of
from damaci.services.tally import Tally, tally_of
from damaci.stored.summary import Pace

MOST_OPENINGS = 12
DAY = 86_400
GLICKO = Glicko2()
_PACES: tuple[Pace, ...] = (*SPEEDS, "")


class OpeningResults(msgspec.Struct, frozen=True):
    """How games with an opening ended; its name as phrases in English."""

    name: Sequence[str]
    tally: Tally


class Month(msgspec.Struct, frozen=True):
    """The games of a month, such as 2026-11, and the strength at its end."""

    month: str
    tally: Tally
    rating: float


class OwnProgress(msgspec.Struct, frozen=True):
    """What there is to know of the games of a ruleset."""

    all: Tally
    levels: dict[str, Tally]
    """The weakest first."""
    others: Tally
    """Against everybody who is not one of the levels."""
    colors: dict[Color, Tally]
    openings: list[OpeningResults]
    speeds: dict[Pace, Tally]
    """The fastest first, and games without a clock last. Games of unknown speed are left out."""
    months: list[Month]
    """The latest first."""
    curve: list[StrengthPoint]
    streaks: Streaks


def progress_of(found: Iterable[OwnGame], openings: Mapping[str, Name], today: date) -> OwnProgress:
    """The progress shown by games of one ruleset, given in any order. `openings`: the openings of some of them, by
    their ids."""
    games = sorted((replace(each, level=plain_name(each.level)) for each in found), key=lambda game: game.at)
    _rate(games)
    return OwnProgress(
        all=_tally(games),
        levels=_levels(games),
        others=_tally(each for each in games if not each.level),
        colors={color: _tally(each for each in games if each.color is color) for color in Color},
        openings=_openings(games, openings),
        speeds=_speeds(games),
        months=_months(games),
        curve=[each.point for each in games if each.level],
        streaks=streaks_of(games, today),
    )


def _rate(games: Iterable[OwnGame]) -> None:
    """Follows the strength from game to game. Levels that are not on the ladder move nothing."""
    rating = Rating()
    last = None
    for each in games:
        if last is not None:
            rating = GLICKO.aged(rating, max(0.0, each.at - last) / DAY)
        if each.level in LADDER:
            opponent = Rating(LADDER[each.level], DEVIATION)
            rating = GLICKO.after(rating, [Result(opponent, each.score)], periods=0)
        each.point = StrengthPoint(each.at, rating.rating, rating.deviation)
        last = each.at


def _tally(games: Iterable[OwnGame]) -> Tally:
    return tally_of(each.score for each in games)


def _levels(games: Sequence[OwnGame]) -> dict[str, Tally]:
    found = {each.level for each in games if each.level}
    order = [*(level for level in LADDER if level in found), *sorted(found - LADDER.keys())]
    return {level: _tally(each for each in games if each.level == level) for level in order}


def _openings(games: Iterable[OwnGame], openings: Mapping[str, Name]) -> list[OpeningResults]:
    grouped: dict[Name, list[OwnGame]] = defaultdict(list)
    for each in games:
        if name := openings.get(each.id):
            grouped[name].append(each)
    found = sorted(grouped.items(), key=lambda each: -len(each[1]))[:MOST_OPENINGS]
    return [OpeningResults(name, _tally(some)) for name, some in found]


def _speeds(games: Sequence[OwnGame]) -> dict[Pace, Tally]:
    found = {each.speed for each in games}
    return {pace: _tally(each for each in games if each.speed == pace) for pace in _PACES if pace in found}


def _months(games: Sequence[OwnGame]) -> list[Month]:
    grouped: dict[str, list[OwnGame]] = defaultdict(list)
    for each in games:
        grouped[f"{each.day:%Y-%m}"].append(each)
    return [Month(month, _tally(some), some[-1].point.rating) for month, some in reversed(grouped.items())]
