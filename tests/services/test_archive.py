"""The archive of one device."""

import asyncio

import pytest

from damaci.engine import Engine
from damaci.host import Engines, Rooms, UnknownGame
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.services.archive import Archive
from damaci.services.explorer import Explorer
from damaci.stored import Store
from tests.services.test_everything import played


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class SameGames(Rooms):
    """Rooms of a page that deletes what another one has just deleted."""

    async def delete(self, game: str) -> None:
        await super().delete(game)
        raise UnknownGame(game)


def archive(store: Store, rooms: type[Rooms] = Rooms) -> Archive:
    return Archive(store, rooms(store, Engines(Engine)), Explorer(store, asyncio.to_thread), asyncio.to_thread)


@pytest.mark.anyio
async def test_two_pages_delete_everything() -> None:
    store = PocketStore(MemoryRecords())
    for number in range(3):
        await store.log.append(f"g{number}", 0, played("d3-d4").events)
    await store.settings.put("lessons", ["men"])
    await archive(store, SameGames).forget()
    assert await store.games.list(limit=None) == []
    assert await store.settings.all() == {}
    with pytest.raises(UnknownGame):
        await archive(store).delete("g0")
