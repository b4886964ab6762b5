"""Progress, from games whose results are known."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from damaci.board.color import Color
from damaci.engine.ladder import LADDER
from damaci.engine.levels import LEVELS
from damaci.play.events import AnyEvent, Ended, Moved, Opened, Seat, Settings
from damaci.services.own_results import DAY, OwnResults, Progress, Streaks, Tally
from damaci.store import Store

ME = Seat("person", "Ayşe")
START = datetime(2026, 10, 30, 12, tzinfo=UTC).timestamp()


def game(day: int, result: str, level: str = "easy", *, white: bool = True) -> list[AnyEvent]:
    at = START + day * DAY
    computer = Seat("engine", level=level)
    seats = (ME, computer) if white else (computer, ME)
    return [
        Opened(at=at, settings=Settings(), white=seats[0], black=seats[1]),
        Moved(at=at, ply=1, path=["d3", "d4"]),
        Moved(at=at, ply=2, path=["d6", "d5"]),
        Ended(at=at, result=result, reason="resignation"),  # type: ignore[arg-type]
    ]


def progress(folder: Path, games: list[list[AnyEvent]], day: int) -> Progress:
    async def read() -> Progress:
        async with Store(folder) as store:
            for number, events in enumerate(games):
                await store.log.append(f"game{number}", 0, events)
            today = datetime.fromtimestamp(START + day * DAY, UTC).date()
            return await OwnResults(store, asyncio.to_thread).of("turkish", today)

    return asyncio.run(read())


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


def test_without_games(tmp_path: Path) -> None:
    found = progress(tmp_path, [], 0)
    assert (found.all.games, found.curve, found.months, found.openings) == (0, [], [], [])
    assert found.streaks == Streaks(0, 0, 0, 0)


def test_a_streak_of_days_ends(tmp_path: Path) -> None:
    assert progress(tmp_path, [game(0, "1-0"), game(1, "0-1")], 4).streaks == Streaks(0, 1, 0, 2)


def test_every_level_is_on_the_ladder() -> None:
    assert [*LADDER] == [name for name in LEVELS if name in LADDER]
    assert {name for name in LEVELS if name not in LADDER} <= {"free"}
