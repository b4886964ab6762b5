"""A request that is repeated before its first answer has come is carried out once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from damaci.host import Engines, Rooms
from damaci.links.bonds import Bond, Bonds
from damaci.links.link import LinkLost
from damaci.links.reception import Newcomer, Offer, Reception
from damaci.links.visits import Visits
from damaci.play.events import Settings
from damaci.store import Store, StoreError
from tests.host.fakes import FakeEngine

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        yield store


@pytest.fixture
async def rooms(store: Store) -> AsyncIterator[Rooms]:
    engines = Engines(FakeEngine, size=1)
    rooms = Rooms(store, engines)
    yield rooms
    await rooms.close()
    engines.close()


def offering(rooms: Rooms, bonds: Bonds) -> Reception:
    """A reception that offers a game."""
    reception = Reception(rooms, bonds)
    reception.open(Offer(name="Ada", settings=Settings()))
    return reception


async def test_a_newcomer_who_is_accepted_twice_plays_one_game(store: Store, rooms: Rooms) -> None:
    bonds = Bonds(store)
    guest = Newcomer("Can", "token", "tcp")
    reception = offering(rooms, bonds)
    with reception.waiting(guest):
        accepting = [reception.accept(guest.id, "white") for _ in range(2)]
        first, second = await asyncio.gather(*accepting, return_exceptions=True)
    assert isinstance(second, LinkLost)
    assert await store.games.ids("", 10) == [first]
    assert [bond.game for bond in bonds.chain("token")] == [first]


@pytest.mark.parametrize("fails", [False, True], ids=["the newcomer goes", "the bond cannot be stored"])
async def test_a_game_that_nobody_can_play_is_not_left(
    store: Store, rooms: Rooms, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """The newcomer has gone away, or the data folder is full, when the game has just been made."""
    bonds = Bonds(store)
    guest = Newcomer("Can", "token", "tcp")
    reception = offering(rooms, bonds)
    add = bonds.add

    async def add_meanwhile(bond: Bond) -> None:
        await add(bond)
        guest.accepted.cancel()
        if fails:
            raise StoreError("disk full")

    monkeypatch.setattr(bonds, "add", add_meanwhile)
    with reception.waiting(guest), pytest.raises((LinkLost, StoreError)):
        await reception.accept(guest.id, "white")
    assert await store.games.ids("", 10) == []
    assert bonds.latest() is None
    again = Bonds(store)
    await again.open()
    assert again.latest() is None


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
