"""Helpers can connect while a tournament is shared, and no longer."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from damaci.links import help_desk
from damaci.links.help_desk import FORGOTTEN, HelpDesk
from damaci.links.helpers import Helpers
from damaci.links.link import Link, LinkLost, Listener, Near, OnLink
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.services.pairing_process import pair_elsewhere
from damaci.services.tournaments import NewTournament, Tournaments
from damaci.stored import Store
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio


class Entrance:
    """A transport that records its listeners, and can be made to fail."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.open = 0
        self.shut = asyncio.Event()
        self.broken = False

    async def missing(self) -> str:
        return ""

    async def listen(self, on_link: OnLink, address: str = "") -> Listener:
        if self.broken:
            raise LinkLost("no network")
        self.asked.append(address)
        self.open += 1
        return Listening(self, address or "192.168.1.5:40000")

    async def connect(self, address: str) -> Link:
        raise LinkLost(address)

    async def near(self) -> Sequence[Near]:
        return ()

    async def close(self) -> None:
        pass


class Listening:
    """An open listener."""

    def __init__(self, entrance: Entrance, address: str) -> None:
        self.address = address
        self._entrance = entrance

    async def announce(self, name: str, ruleset: str) -> None:
        pass

    async def conceal(self) -> None:
        pass

    async def close(self) -> None:
        self._entrance.open -= 1
        self._entrance.shut.set()


@pytest.fixture
def store() -> Store:
    return PocketStore(MemoryRecords())


@pytest.fixture
def entrance() -> Entrance:
    return Entrance()


async def opened(store: Store) -> str:
    tournaments = Tournaments(store, pair_elsewhere, 1000, Random(1))
    return await tournaments.open(NewTournament(name="Club"))


async def test_the_door_is_open_while_something_is_shared(store: Store, entrance: Entrance) -> None:
    one = await opened(store)
    two = await opened(store)
    desk = HelpDesk(Helpers(store), store, entrance)
    await desk.open()
    assert (entrance.open, desk.address) == (0, "")
    await desk.invite(one)
    await desk.invite(two)
    assert (entrance.open, desk.address) == (1, "192.168.1.5:40000")
    await desk.end(one)
    assert entrance.open == 1
    await desk.end(two)
    assert (entrance.open, desk.address) == (0, "")
    await desk.close()


async def test_after_a_restart_helpers_come_to_the_same_address(store: Store, entrance: Entrance) -> None:
    tournament = await opened(store)
    first = HelpDesk(Helpers(store), store, entrance)
    await first.open()
    await first.invite(tournament)
    await first.close()
    assert entrance.open == 0
    second = HelpDesk(Helpers(store), store, entrance)
    await second.open()
    assert entrance.asked == ["", "192.168.1.5:40000"]
    assert second.helpers.share(tournament)
    await second.close()


async def test_what_is_gone_or_forgotten_is_not_shared_any_more(
    store: Store, entrance: Entrance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(help_desk, "LOOKS", 0.01)
    tournament = await opened(store)
    desk = HelpDesk(Helpers(store), store, entrance)
    await desk.open()
    await desk.invite(tournament)
    await store.tournaments.delete(tournament)
    async with asyncio.timeout(PATIENCE):
        await entrance.shut.wait()
    assert entrance.open == 0
    await desk.close()
    forgotten = await opened(store)
    [row] = await store.tournaments.list()
    later = HelpDesk(Helpers(store), store, entrance, lambda: row.updated + FORGOTTEN + 1)
    await later.invite(forgotten)
    await later.look()
    assert entrance.open == 0


async def test_without_a_network_nothing_is_shared(store: Store, entrance: Entrance) -> None:
    tournament = await opened(store)
    for desk in (HelpDesk(Helpers(store), store, entrance), HelpDesk(Helpers(store), store, None)):
        entrance.broken = True
        await desk.open()
        with pytest.raises(LinkLost):
            await desk.invite(tournament)
        assert desk.helpers.shares == ()
        await desk.close()
