"""What the driver of the house's players does while the same games change in other ways."""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from damaci.host import Engines, Room, Rooms
from damaci.online.house.driver import UNBEGUN_SECONDS, HouseDriver
from damaci.play import commands as c
from damaci.play.events import Seat, Settings
from damaci.store import Store
from damaci.store.seats import Playing
from tests.host.fakes import FakeEngine

pytestmark = pytest.mark.anyio

PERSON = Seat("person")
LONG_AGO = time.time() - 2 * UNBEGUN_SECONDS


@pytest.fixture
async def rooms(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Rooms]:
    engines = Engines(FakeEngine, size=1)
    async with Store(tmp_path) as store:
        rooms = Rooms(store, engines)
        yield rooms
        await rooms.close()
    engines.close()


def driving(rooms: Rooms, room: Room) -> HouseDriver:
    """A driver with a game in which nobody had moved for a long time when the list of games was read."""

    async def playing() -> list[Playing]:
        return [Playing(player="owl", game=room.game, color="black", plies=0, updated=LONG_AGO)]

    store: Any = SimpleNamespace(leases=None)
    house: Any = SimpleNamespace(playing=playing, waits=0)
    nobody: Any = None
    return HouseDriver(store, rooms, nobody, house, nobody, most=1, on_begin=lambda: None)


async def test_a_game_that_goes_on_while_the_list_is_read_is_not_ended(rooms: Rooms) -> None:
    room = await rooms.create(Settings(), PERSON, PERSON)
    await room.submit(c.Move(color="white", ply=1, move="a3-a4"))
    await room.submit(c.Move(color="black", ply=2, move="h6-h5"))
    await driving(rooms, room).look()
    assert room.table.ended is None


async def test_a_game_that_is_put_away_meanwhile_is_looked_after_the_next_time(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await rooms.create(Settings(), PERSON, PERSON)
    room.events[-1] = msgspec.structs.replace(room.events[-1], at=LONG_AGO)
    get = rooms.get

    async def putting_away(game: str) -> Room:
        found = await get(game)
        await found.close()
        return found

    monkeypatch.setattr(rooms, "get", putting_away)
    await driving(rooms, room).look()
    assert room.table.ended is None
