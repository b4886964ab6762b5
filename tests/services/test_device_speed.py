"""A slow device thinks longer, so that a level has the same strength as on other devices."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from damaci.engine.analysis import Analysis
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.services.device_speed import FULL_SPEED, KEY, DeviceSpeed, PatientEngine
from damaci.stored import StoreError
from tests.support import PATIENCE


class Slow:
    """Searches this many positions a second."""

    def __init__(self, *speeds: int) -> None:
        self._speeds = list(speeds)
        self.searches = 0

    async def analyse(self, subject: Any, *, seconds: float | None = None, lines: int = 1) -> AsyncIterator[Analysis]:
        assert seconds
        speed = self._speeds[self.searches % len(self._speeds)]
        self.searches += 1
        yield Analysis(subject, 1, 1, seconds, ())
        yield Analysis(subject, 2, round(speed * seconds), seconds, ())


@asynccontextmanager
async def made(engine: Slow) -> AsyncIterator[Slow]:
    yield engine


def device(store: PocketStore, engine: Slow) -> DeviceSpeed:
    return DeviceSpeed(store.settings, lambda megabytes: made(engine), pause=0)


async def measured(speed: DeviceSpeed) -> None:
    await speed.open()
    speed.start()
    await asyncio.wait_for(speed.wait(), PATIENCE)
    await speed.close()


@pytest.mark.parametrize(
    ("positions", "seconds", "strength"),
    [
        (2 * FULL_SPEED, 3.0, "full"),
        (FULL_SPEED, 3.0, "full"),
        (FULL_SPEED // 2, 6.0, "longer"),
        (FULL_SPEED // 8, 12.0, "weaker"),
    ],
)
def test_a_slow_device_thinks_longer(positions: int, seconds: float, strength: str) -> None:
    speed = device(PocketStore(MemoryRecords()), Slow(positions))
    assert speed.level("master").limits.seconds == 3.0  # as long as the speed is not known
    asyncio.run(measured(speed))
    assert speed.level("master").limits.seconds == pytest.approx(seconds)
    state = speed.state(str.upper)
    assert (state.positions, state.strength) == (positions, strength)
    assert [(pace.title, pace.seconds) for pace in state.paces][-1] == ("MASTER", seconds)


def test_what_a_player_has_set_and_what_depth_limits_stay() -> None:
    speed = device(PocketStore(MemoryRecords()), Slow(FULL_SPEED // 2))
    asyncio.run(measured(speed))
    assert speed.level("free-5s").limits.seconds == 5
    assert (speed.level("hard").limits.depth, speed.level("hard").limits.seconds) == (8, 2)


def test_it_is_measured_once_and_a_disturbance_matters_little() -> None:
    store = PocketStore(MemoryRecords())
    engine = Slow(10, 1_000_000, 900_000)
    asyncio.run(measured(device(store, engine)))
    again = device(store, engine)
    asyncio.run(measured(again))
    assert (again.positions, engine.searches) == (1_000_000, 3)


def test_what_was_kept_by_mistake_is_measured_anew() -> None:
    store = PocketStore(MemoryRecords())
    asyncio.run(store.settings.put(KEY, "fast"))
    speed = device(store, Slow(2_000_000))
    asyncio.run(measured(speed))
    assert speed.positions == 2_000_000


def test_without_room_it_is_known_as_long_as_the_app_runs() -> None:
    store = PocketStore(MemoryRecords())

    async def full(key: str, value: Any) -> None:
        raise StoreError("full")

    store.settings.put = full  # type: ignore[method-assign]
    speed = device(store, Slow(2_000_000))
    asyncio.run(measured(speed))
    assert speed.positions == 2_000_000


def test_the_engine_of_a_game_is_given_the_patient_level() -> None:
    played = []

    class Recording:
        def play(self, subject: Any, how: Any, seed: int, seconds: float | None) -> Any:
            played.append(how.limits.seconds)

    speed = device(PocketStore(MemoryRecords()), Slow(FULL_SPEED // 2))
    asyncio.run(measured(speed))
    PatientEngine(Recording(), speed).play(None, "expert", 1, None)  # type: ignore[arg-type]
    assert played == [2.0]
