"""Work that older versions left half done is looked for once; after that, no start reads a whole table."""

import time
from pathlib import Path

import pytest
from sqlalchemy import delete

from damaci.host import Engines, Rooms
from damaci.online import healing
from damaci.play.commands import OfferRematch, Resign
from damaci.play.events import Settings
from damaci.store import Store
from damaci.store.processes import Process
from damaci.store.schema import GAMES
from tests.host.fakes import FakeEngine
from tests.play.tables import PERSON
from tests.store.many import fill
from tests.store.test_halves import seat
from tests.store.test_plans import explain, statements

pytestmark = pytest.mark.anyio
ROWS = 20_000


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(healing, "GRACE_SECONDS", 0.0)


async def start(store: Store) -> None:
    """Runs the work that a process does at its start, and waits until it is done."""
    rooms = Rooms(store, Engines(lambda: FakeEngine(), size=1))
    healer = healing.Healing(store, rooms)
    healer.start()
    assert healer._background._task
    await healer._background._task
    await rooms.close()


async def whole_tables(store: Store) -> list[str]:
    """The tables that a start reads as a whole."""
    with statements(store) as sent:
        await start(store)
    found: list[str] = []
    for statement, values in sent:
        found += await explain(store, statement, values, by_choice=False)
    return found


async def test_only_the_first_start_reads_whole_tables(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await fill(store, ROWS, time.time())
        await seat(store, "lost", "p3")
        assert await whole_tables(store) != []
        assert await store.seats.of_game("lost") == {}
        assert await whole_tables(store) == []


async def test_the_store_is_looked_through_again_while_an_older_process_runs(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        now = time.time()
        await store.processes.add(Process("older", "here", 1, now - 100, now), 0.0)
        await fill(store, 100, now)
        await start(store)
        await seat(store, "late", "p3")
        await start(store)
        assert await store.seats.of_game("late") == {}
        await store.processes.remove("older")
        await start(store)
        assert await whole_tables(store) == []


async def test_a_rematch_that_was_tidied_away_stays_away(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await start(store)
        rooms = Rooms(store, Engines(lambda: FakeEngine(), size=1))
        room = await rooms.create(Settings(), PERSON, PERSON)
        await room.submit(Resign(color="white"))
        await room.submit(OfferRematch(color="white"))
        await room.submit(OfferRematch(color="black"))
        following = room.table.next_game
        assert await store.log.read(following)
        async with store._database.writing() as connection:
            await connection.execute(delete(GAMES).where(GAMES.c.id == following))
        await healing.Healing(store, rooms).complete_rematch(room.game, following)
        assert await store.log.read(following) == []
        await rooms.close()
