"""The speed of games: it is stored with the first event, and also for games that an earlier version has stored."""

import asyncio

import pytest

from damaci.play.events import AnyEvent, ClockTimes, Settings
from damaci.store import Store
from tests.store.older import store_as
from tests.store.samples import moved, opened

pytestmark = pytest.mark.anyio

BEFORE = "0034"
"""The last revision without a game's speed."""
GAMES = {
    "none": (Settings(), ""),
    "bullet": (Settings(clock=ClockTimes(179)), "bullet"),
    "blitz": (Settings(clock=ClockTimes(180, 2)), "blitz"),
    "rapid": (Settings(clock=ClockTimes(300.5, 5)), "rapid"),
    "classical": (Settings(clock=ClockTimes(1500)), "classical"),
    "daily": (Settings(days=3), "correspondence"),
}


def log(settings: Settings) -> list[AnyEvent]:
    first = opened()
    return [type(first)(at=1.0, settings=settings, white=first.white, black=first.black), moved(1, at=2.0)]


async def speeds(store: Store) -> dict[str, str | None]:
    return {each.id: each.speed for each in await store.games.list()}


async def test_each_games_speed_is_kept_also_when_an_older_database_is_upgraded(place: str) -> None:
    expected = {name: speed for name, (_, speed) in GAMES.items()}
    async with Store(place) as store:
        await asyncio.gather(*(store.log.append(name, 0, log(settings)) for name, (settings, _) in GAMES.items()))
        assert await speeds(store) == expected
        async with store._database.writing() as connection:
            await connection.run_sync(store_as, BEFORE)
    async with Store(place) as store:
        assert await speeds(store) == expected
