"""Finished games and what is stored of them, without HTTP."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from damaci.host import UnknownGame
from damaci.play.events import Rematched, Said
from damaci.play.record import pdn
from damaci.play.table import Table
from damaci.services.finished_games import OVERHEAD, FinishedGames
from damaci.store import Store
from damaci.wire import view
from tests.play.long import finished_game, long_game

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        yield store


async def test_a_finished_game_is_shown_as_its_table_is(store: Store) -> None:
    events = finished_game(40)
    await store.log.append("abc", 0, events)
    found = await FinishedGames(store, 2**20, asyncio.to_thread).find("abc")
    assert found is not None
    shown = view.snapshot("abc", Table.fold(events), (), at=5e9)
    assert msgspec.json.decode(msgspec.json.encode(found.snapshot)) == msgspec.json.decode(msgspec.json.encode(shown))
    assert found.pdn.decode() == pdn(events)


async def test_only_finished_games_are_found(store: Store) -> None:
    games = FinishedGames(store, 2**20, asyncio.to_thread)
    await store.log.append("abc", 0, long_game(4))
    assert await games.find("abc") is None
    with pytest.raises(UnknownGame):
        await games.find("xyz")


async def test_a_game_at_rest_is_shown_without_a_room_while_no_clock_runs(store: Store) -> None:
    games = FinishedGames(store, 2**20, asyncio.to_thread)
    await store.log.append("begun", 0, long_game(1))
    await store.log.append("running", 0, long_game(4))
    found = await games.find("begun", at_rest=True)
    assert found is not None
    assert (found.snapshot.version, found.snapshot.now.result) == (2, "*")
    assert await games.find("running", at_rest=True) is None
    await store.log.append("begun", 2, long_game(2)[2:])
    assert await games.find("begun", at_rest=True) is None


async def test_a_game_is_made_ready_once(store: Store) -> None:
    made = []

    async def run(work, *args):  # type: ignore[no-untyped-def]  # see services.run
        made.append(args)
        return work(*args)

    await store.log.append("abc", 0, finished_game(4))
    games = FinishedGames(store, 2**20, run)
    found = await asyncio.gather(*(games.find("abc") for _ in range(5)))
    assert all(each is found[0] for each in found)
    assert len(made) == 1


async def test_what_happens_after_the_end_is_seen(store: Store) -> None:
    events = finished_game(4)
    await store.log.append("abc", 0, events)
    games = FinishedGames(store, 2**20, asyncio.to_thread)
    before = await games.find("abc")
    later = [Said(at=2e9, by="white", phrase="thanks"), Rematched(at=2e9, by="black", game="def")]
    await store.log.append("abc", len(events), later)
    after = await games.find("abc")
    assert before
    assert after
    assert (after.snapshot.version, after.snapshot.now.rematch) == (len(events) + 2, "def")
    assert before.mark != after.mark


async def test_memory_has_a_bound(store: Store) -> None:
    names = [f"game{number}" for number in range(8)]
    for name in names:
        await store.log.append(name, 0, finished_game(100))
    first = await FinishedGames(store, 2**20, asyncio.to_thread).find(names[0])
    assert first
    assert first.size > OVERHEAD
    games = FinishedGames(store, 3 * first.size, asyncio.to_thread)
    for name in (*names, *names):
        await games.find(name)
        assert 0 < games.size <= 3 * first.size


async def test_a_game_larger_than_the_budget_is_shown_and_not_kept(store: Store) -> None:
    await store.log.append("abc", 0, finished_game(100))
    games = FinishedGames(store, 100, asyncio.to_thread)
    assert await games.find("abc") is not None
    assert games.size == 0
