"""Open games use no more memory than they may."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from damaci.host import Engines, Rooms, RoomsFull
from damaci.host.memory import Budget, bytes_of
from damaci.play import events as e
from damaci.store import Store
from tests.host.fakes import FakeEngine
from tests.play.long import long_game
from tests.play.tables import PERSON

pytestmark = pytest.mark.anyio

FOR_THREE = 3 * bytes_of(1) + 100
WITHOUT_CLOCK = e.Settings()


@asynccontextmanager
async def opened(store: Store, memory: int) -> AsyncIterator[Rooms]:
    engines = Engines(FakeEngine, size=1)
    rooms = Rooms(store, engines, memory=memory)
    yield rooms
    await rooms.close()
    engines.close()


async def created(store: Store, count: int) -> list[str]:
    async with opened(store, 2**30) as rooms:
        return [(await rooms.create(WITHOUT_CLOCK, PERSON, PERSON)).game for _ in range(count)]


async def test_games_that_nobody_uses_make_room_for_others(store: Store) -> None:
    games = await created(store, 5)
    async with opened(store, FOR_THREE) as rooms:
        for game in games:
            await rooms.get(game)
            assert rooms.size <= FOR_THREE
        assert [rooms.is_open(game) for game in games] == [False, False, True, True, True]


async def test_the_game_asked_for_longest_ago_goes_first(store: Store) -> None:
    games = await created(store, 4)
    async with opened(store, FOR_THREE) as rooms:
        for game in (*games[:3], games[0], games[3]):
            await rooms.get(game)
        assert [rooms.is_open(game) for game in games] == [True, False, True, True]


async def test_games_in_use_stay_and_others_are_refused(store: Store) -> None:
    games = await created(store, 5)
    async with opened(store, FOR_THREE) as rooms:
        first, second, _ = [await rooms.get(game) for game in games[:3]]
        with first.subscribe(), second.subscribe():
            await rooms.get(games[3])
            assert [rooms.is_open(game) for game in games] == [True, True, False, True, False]
            third = await rooms.get(games[3])
            with third.subscribe():
                with pytest.raises(RoomsFull):
                    await rooms.get(games[4])
                with pytest.raises(RoomsFull):
                    await rooms.create(WITHOUT_CLOCK, PERSON, PERSON)
                assert await rooms.get(games[0]) is first
            await rooms.get(games[4])


async def test_a_running_clock_keeps_a_game(store: Store) -> None:
    games = await created(store, 1)
    await store.log.append("clocked", 0, long_game(3))
    async with opened(store, bytes_of(6)) as rooms:
        room = await rooms.get("clocked")
        assert room.table.clocks
        assert room.table.clocks.running
        with pytest.raises(RoomsFull):
            await rooms.get(games[0])


async def test_a_refused_game_leaves_nothing_behind(store: Store) -> None:
    async with opened(store, 0) as rooms:
        with pytest.raises(RoomsFull):
            await rooms.create(WITHOUT_CLOCK, PERSON, PERSON)
        assert rooms.open_games == 0
    assert await store.games.list() == []


async def test_a_long_game_is_opened_as_a_short_one_is(store: Store) -> None:
    await store.log.append("long", 0, long_game(1000))
    async with opened(store, 2**30) as rooms:
        room = await rooms.get("long")
        assert room.table.ply == 1000
        assert rooms.size >= bytes_of(1000)


def test_measures_once_a_second_while_half_of_the_memory_is_free() -> None:
    taken = [40, 46, 50]
    clock = [0.0]
    budget = Budget(100, lambda: taken.pop(0), lambda: clock[0])
    assert [budget.spares(5) for _ in range(3)] == [True, True, False]
    clock[0] += 0.9
    assert not budget.spares(5)
    clock[0] += 0.1
    assert not budget.spares(5)
    assert budget.excess(51) == 1
    assert not taken
