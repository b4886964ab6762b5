"""The page of progress, for games with known results."""

import asyncio
from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import ClassVar

from damaci.board.color import Color
from damaci.engine.ladder import LADDER
from damaci.engine.levels import LEVELS
from damaci.play.events import (
    AnyEvent,
    ClockTimes,
    DrawOffered,
    Ended,
    Moved,
    Opened,
    Said,
    Seat,
    Settings,
    TakebackOffered,
    TakenBack,
)
from damaci.services.device_games import device_games
from damaci.services.opening_names import OpeningNames
from damaci.services.own_game import OwnGame
from damaci.services.own_progress import DAY, OwnProgress, progress_of
from damaci.services.own_results import OwnResults
from damaci.services.streaks import Streaks
from damaci.services.tally import Tally
from damaci.store import Store

ME = Seat("person", "Ayşe")
REASONS = {"1/2-1/2": "agreement"}
START = datetime(2026, 10, 30, 12, tzinfo=UTC).timestamp()


def game(
    day: int, result: str, level: str = "easy", *, white: bool = True, clock: ClockTimes | None = None
) -> list[AnyEvent]:
    at = START + day * DAY
    computer = Seat("engine", level=level)
    seats = (ME, computer) if white else (computer, ME)
    return [
        Opened(at=at, settings=Settings(clock=clock), white=seats[0], black=seats[1]),
        Moved(at=at, ply=1, path=["d3", "d4"]),
        Moved(at=at, ply=2, path=["d6", "d5"]),
        Ended(at=at, result=result, reason=REASONS.get(result, "resignation")),  # type: ignore[arg-type]
    ]


def progress(folder: Path, games: list[list[AnyEvent]], day: int) -> OwnProgress:
    async def read() -> OwnProgress:
        async with Store(folder) as store:
            for number, events in enumerate(games):
                await store.log.append(f"game{number}", 0, events)
            today = datetime.fromtimestamp(START + day * DAY, UTC).date()
            names = OpeningNames(store.log, asyncio.to_thread)
            return await OwnResults(device_games(store), names, asyncio.to_thread).of("turkish", today)

    return asyncio.run(read())


def test_an_opening_is_known_whatever_happens_around_its_moves(tmp_path: Path) -> None:
    opened, first, second, ended = game(0, "1-0")
    at = opened.at
    greeted = [opened, Said(at=at, by="white", phrase="hello"), first, second, ended]
    taken_back = [
        opened,
        Moved(at=at, ply=1, path=["e3", "e4"]),
        TakebackOffered(at=at, by="white"),
        TakenBack(at=at, by="white", ply=0),
        first,
        DrawOffered(at=at, by="white"),
        second,
        ended,
    ]
    [opening] = progress(tmp_path, [game(0, "1-0"), greeted, taken_back], 0).openings
    assert opening.tally.games == 3


def test_results_strength_and_streaks(tmp_path: Path) -> None:
    games = [
        game(0, "1-0"),
        game(1, "1-0"),
        game(2, "1-0", "casual"),
        game(5, "1-0", white=False),
        game(6, "1/2-1/2", "medium", white=False),
        [*game(7, "1-0")[:1], *game(7, "1-0")[1:3]],  # not finished
    ]
    found = progress(tmp_path, games, 7)
    assert found.all == Tally(3, 1, 1)
    assert found.levels == {"easy": Tally(2, 0, 1), "casual": Tally(1, 0, 0), "medium": Tally(0, 1, 0)}
    assert found.colors == {Color.WHITE: Tally(3, 0, 0), Color.BLACK: Tally(0, 1, 1)}
    assert found.streaks == Streaks(wins=0, most_wins=3, days=2, most_days=3)
    assert [each.month for each in found.months] == ["2026-11", "2026-10"]
    assert [each.tally.games for each in found.months] == [3, 2]
    assert [each.name for each in found.openings] == [("Centre opening", "met head-on")]
    ratings = [each.rating for each in found.curve]
    assert ratings[2] > ratings[1] > ratings[0] > 1500
    assert ratings[3] < ratings[2]


def test_results_by_the_clock(tmp_path: Path) -> None:
    blitz = ClockTimes(180, 2)
    bullet = ClockTimes(60)
    games = [
        game(0, "1-0", clock=blitz),
        game(1, "0-1"),
        game(2, "1/2-1/2", clock=blitz),
        game(3, "0-1", clock=bullet),
    ]
    assert [*progress(tmp_path, games, 3).speeds.items()] == [
        ("bullet", Tally(0, 0, 1)),
        ("blitz", Tally(1, 1, 0)),
        ("", Tally(0, 0, 1)),
    ]


def test_a_speed_that_is_not_known_is_left_out() -> None:
    games = [OwnGame("a", Color.WHITE, "easy", 1.0, START), OwnGame("b", Color.WHITE, "easy", 0.0, START, "")]
    assert progress_of(games, {}, date(2026, 11, 1)).speeds == {"": Tally(0, 0, 1)}


def test_without_games(tmp_path: Path) -> None:
    found = progress(tmp_path, [], 0)
    assert (found.all.games, found.curve, found.months, found.openings, found.speeds) == (0, [], [], [], {})
    assert found.streaks == Streaks(0, 0, 0, 0)


def test_a_streak_of_days_ends(tmp_path: Path) -> None:
    assert progress(tmp_path, [game(0, "1-0"), game(1, "0-1")], 4).streaks == Streaks(0, 1, 0, 2)


def test_every_level_is_on_the_ladder() -> None:
    assert [*LADDER] == [name for name in LEVELS if name in LADDER]
    assert {name for name in LEVELS if name not in LADDER} <= {"free"}


def test_games_with_people_are_counted_and_do_not_move_the_strength() -> None:
    class NoNames(OpeningNames):
        async def of(self, games: Collection[str]) -> dict[str, tuple[str, ...]]:
            return dict.fromkeys(games, ())

    async def games(ruleset: str) -> list[OwnGame]:
        people = OwnGame("a", Color.BLACK, "", 1.0, START + DAY)
        return [people, OwnGame("b", Color.WHITE, "easy-bold", 0.0, START)]

    results = OwnResults(games, NoNames(None, None), asyncio.to_thread)  # type: ignore[arg-type]
    found = asyncio.run(results.of("turkish", datetime.fromtimestamp(START + DAY, UTC).date()))
    assert (found.all, found.others, found.levels) == (Tally(1, 0, 1), Tally(1, 0, 0), {"easy": Tally(0, 0, 1)})
    assert [each.at for each in found.curve] == [START]
    assert found.streaks == Streaks(1, 1, 2, 2)


def test_each_game_is_read_once_for_its_opening(tmp_path: Path) -> None:
    class Counting:
        asked: ClassVar[list[list[str]]] = []

        def __init__(self, store: Store) -> None:
            self._log = store.log

        async def read_many(self, after: Mapping[str, int]) -> dict[str, list[AnyEvent]]:
            self.asked.append(sorted(after))
            return await self._log.read_many(after)

    async def read() -> None:
        async with Store(tmp_path) as store:
            for name in ("a", "b"):
                await store.log.append(name, 0, game(0, "1-0"))
            names = OpeningNames(Counting(store), asyncio.to_thread)  # type: ignore[arg-type]
            assert await names.of(["a"]) == {"a": ("Centre opening", "met head-on")}
            assert set(await names.of(["a", "b"])) == {"a", "b"}

    asyncio.run(read())
    assert Counting.asked == [["a"], ["b"]]
