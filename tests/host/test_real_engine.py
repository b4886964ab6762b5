"""The engine's seat with the engine that people play against."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from damaci.engine import Engine
from damaci.host import Engines, Rooms
from damaci.play import commands as c
from damaci.play import events as e
from damaci.store import Store
from tests.host.fakes import eventually
from tests.play.tables import PERSON

pytestmark = pytest.mark.anyio

MIDDLE = "W:Wa2,b2,c3,d3,e2,f3,g3,h2:Ba7,b6,c6,d7,e6,f7,g6,h7"


@pytest.fixture
async def rooms(store: Store) -> AsyncIterator[Rooms]:
    engines = Engines(lambda: Engine(hash_megabytes=1), size=1)
    rooms = Rooms(store, engines)
    yield rooms
    await rooms.close()
    engines.close()


def seat(level: str) -> e.Seat:
    return e.Seat("engine", level=level)


@pytest.mark.parametrize("ruleset", ["turkish", "world"])
async def test_two_engines_finish_a_game(rooms: Rooms, ruleset: str) -> None:
    room = await rooms.create(
        e.Settings(ruleset=ruleset, fen="W:Wa2,b3,c2:Bf7,g6,h7", seed=1), seat("beginner"), seat("easy")
    )
    with room.subscribe() as news:
        async with asyncio.timeout(60):
            while not room.table.ended:
                await anext(news)


async def test_a_takeback_does_not_wait_for_who_thinks_longest(rooms: Rooms) -> None:
    room = await rooms.create(e.Settings(fen=MIDDLE), PERSON, seat("free-99s"))
    await room.submit(c.Move(color="white", ply=1, move="d3-d4"))
    await asyncio.sleep(0.2)
    before = time.monotonic()
    assert await room.submit(c.OfferTakeback(color="white")) == 3
    await room.submit(c.Move(color="white", ply=1, move="c3-c4"))
    await rooms.close()
    assert time.monotonic() - before < 50
    assert room.table.game.texts == ("c3-c4",)


async def test_it_takes_a_draw_when_it_is_losing_and_not_when_it_is_winning(rooms: Rooms) -> None:
    for black, accepted in (("Bh6", True), ("BKa8,Kb8,Kc8,h6", False)):
        room = await rooms.create(e.Settings(fen=f"W:Wa2,c2,d2,Ke1:{black},g7"), PERSON, seat("hard"))
        await room.submit(c.Move(color="white", ply=1, move="a2-a3"))
        await eventually(lambda room=room: room.table.ply == 2)
        version = await room.submit(c.OfferDraw(color="white"))
        assert isinstance(version, int)
        await eventually(lambda room=room, version=version: room.table.version > version)
        assert bool(room.table.ended) == accepted
