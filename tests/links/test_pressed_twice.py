"""A request that is repeated before its first answer has come is carried out once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from damaci.host import Engines, Rooms
from damaci.links.bonds import Bonds
from damaci.links.link import LinkLost
from damaci.links.reception import Newcomer, Offer, Reception
from damaci.links.visits import Visits
from damaci.play.events import Settings
from damaci.store import Store
from tests.host.fakes import FakeEngine

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        yield store


async def test_a_newcomer_who_is_accepted_twice_plays_one_game(store: Store) -> None:
    engines = Engines(FakeEngine, size=1)
    rooms = Rooms(store, engines)
    bonds = Bonds(store)
    reception = Reception(rooms, bonds)
    reception.open(Offer(name="Ada", settings=Settings()))
    guest = Newcomer("Can", "token", "tcp")
    with reception.waiting(guest):
        accepting = [reception.accept(guest.id, "white") for _ in range(2)]
        first, second = await asyncio.gather(*accepting, return_exceptions=True)
    assert isinstance(second, LinkLost)
    assert await store.games.ids("", 10) == [first]
    assert [bond.game for bond in bonds.chain("token")] == [first]
    await rooms.close()
    engines.close()


async def test_a_visit_that_is_cancelled_twice_is_left_once(store: Store) -> None:
    visits = Visits(store.log, Bonds(store), {})
    left: list[str] = []

    async def leave() -> None:
        left.append("token")
        await asyncio.sleep(0)

    visit: Any = SimpleNamespace(game="", token="token", leave=leave)
    visits.joining = visits._visits["token"] = visit
    await asyncio.gather(visits.cancel(), visits.cancel())
    assert left == ["token"]
    assert visits.joining is None
