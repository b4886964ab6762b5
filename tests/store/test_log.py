import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import Moved
from damaci.store import Store, StoreError, VersionConflict, batch
from damaci.store.appending import append_to
from damaci.store.schema import GAMES
from tests.servers import Postgres
from tests.store.samples import game, moved, opened

pytestmark = pytest.mark.anyio


async def test_what_is_appended_is_read_in_order(store: Store) -> None:
    assert await store.log.append("g", 0, [opened()]) == 1
    assert await store.log.append("g", 1, [moved(1), moved(2)]) == 3
    assert await store.log.read("g") == game(2)
    assert await store.log.read("g", after=2) == [moved(2)]


async def test_games_are_kept_apart(store: Store) -> None:
    await store.log.append("a", 0, game(1))
    await store.log.append("b", 0, game(2))
    assert (await store.log.read("a"), await store.log.read("b")) == (game(1), game(2))
    assert await store.log.read("c") == []


async def test_it_is_there_after_reopening(place: str) -> None:
    async with Store(place) as store:
        await store.log.append("g", 0, game(3))
    async with Store(place) as store:
        assert await store.log.read("g") == game(3)


@pytest.mark.parametrize("version", [1, 2, 4, 5])
async def test_appending_anywhere_but_at_the_end_conflicts(store: Store, version: int) -> None:
    await store.log.append("g", 0, game(2))
    with pytest.raises(VersionConflict):
        await store.log.append("g", version, [moved(9)])
    assert await store.log.read("g") == game(2)


async def test_a_game_is_opened_once(store: Store) -> None:
    await store.log.append("g", 0, game(2))
    with pytest.raises(VersionConflict):
        await store.log.append("g", 0, game(1))
    assert await store.log.read("g") == game(2)


async def test_a_game_nobody_opened_conflicts(store: Store) -> None:
    with pytest.raises(VersionConflict):
        await store.log.append("g", 3, [moved(3)])
    assert await store.log.read("g") == []


@pytest.mark.parametrize(("version", "events"), [(0, []), (0, [moved(1)]), (1, [opened()]), (1, [])])
async def test_only_a_new_game_begins_with_opened(store: Store, version: int, events: list[Moved]) -> None:
    with pytest.raises(ValueError, match="Opened is the first"):
        await store.log.append("g", version, events)


async def test_of_two_stores_racing_for_a_version_one_wins(place: str) -> None:
    async with Store(place) as one, Store(place) as other:
        await one.log.append("g", 0, [opened()])
        for ply in range(1, 11):
            attempts = [
                store.log.append("g", ply, [moved(ply, at=at)]) for at, store in enumerate((one, other, one, other))
            ]
            results = await asyncio.gather(*attempts, return_exceptions=True)
            assert sorted(map(str, results)) == sorted([str(ply + 1), *[str(VersionConflict("g", ply))] * 3])
        assert [event.ply for event in await other.log.read("g", after=1) if isinstance(event, Moved)] == list(
            range(1, 11)
        )


async def test_appends_that_come_at_once_succeed_and_fail_each_alone(store: Store) -> None:
    names = [f"g{number}" for number in range(20)]
    for name in names:
        await store.log.append(name, 0, game(2))
    attempts = [store.log.append(name, 3 + number % 2, [moved(3)]) for number, name in enumerate(names)]
    results = await asyncio.gather(*attempts, return_exceptions=True)
    assert list(map(str, results)) == [
        "4" if number % 2 == 0 else str(VersionConflict(name, 4)) for number, name in enumerate(names)
    ]
    assert [len(await store.log.read(name)) for name in names] == [4, 3] * 10


async def test_two_appends_to_one_game_at_once_are_both_written_in_turn(store: Store) -> None:
    await store.log.append("g", 0, game(1))
    assert await asyncio.gather(store.log.append("g", 2, [moved(2)]), store.log.append("g", 3, [moved(3)])) == [3, 4]
    assert await store.log.read("g") == game(3)


async def test_who_gives_up_waiting_spoils_nothing_for_the_others(store: Store) -> None:
    for name in ("a", "b"):
        await store.log.append(name, 0, game(1))
    leaving = asyncio.create_task(store.log.append("a", 2, [moved(2)]))
    staying = asyncio.create_task(store.log.append("b", 2, [moved(2)]))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == 3


async def test_what_is_new_in_many_games_is_read_at_once(store: Store) -> None:
    for name in ("a", "b", "c"):
        await store.log.append(name, 0, game(3))
    assert await store.log.read_many({"a": 2, "b": 4, "c": 0, "d": 0}) == {"a": [moved(2), moved(3)], "c": game(3)}
    assert await store.log.read_many({}) == {}


async def test_a_probe_leaves_nothing_and_says_when_the_log_cannot_be_written(store: Store) -> None:
    await store.log.probe()
    assert await store.games.list(limit=None) == []
    async with store._database.writing() as connection:
        await connection.execute(text("ALTER TABLE events RENAME TO elsewhere"))
    with pytest.raises(StoreError):
        await store.log.probe()


@pytest.fixture
async def address(postgres: Postgres) -> str:
    """The address of a new database in PostgreSQL."""
    return await postgres.new_database()


@pytest.fixture
async def server_store(address: str) -> AsyncIterator[Store]:
    """A store with the games g0 to g99, each of one move."""
    async with Store(address) as store:
        await asyncio.gather(*(store.log.append(f"g{number}", 0, game(1)) for number in range(100)))
        yield store


@asynccontextmanager
async def holding(store: Store, name: str) -> AsyncIterator[AsyncConnection]:
    """A transaction that holds the row of a game."""
    async with store._database.writing() as connection:
        await connection.execute(select(GAMES.c.id).where(GAMES.c.id == name).with_for_update())
        yield connection


def append(store: Store, name: str, ply: int = 2) -> asyncio.Task[int]:
    return asyncio.create_task(store.log.append(name, ply, [moved(ply)]))


async def test_a_game_whose_row_is_held_delays_no_other_game(server_store: Store) -> None:
    async with holding(server_store, "g7"):
        held = [append(server_store, "g7", ply) for ply in (2, 3)]
        others = [append(server_store, f"g{number}") for number in range(100) if number != 7]
        assert await asyncio.wait_for(asyncio.gather(*others), 2) == [3] * 99
        assert not any(each.done() for each in held)
    assert await asyncio.gather(*held) == [3, 4]
    assert await server_store.log.read("g7") == game(3)


async def test_what_the_holder_of_a_row_appends_comes_first(server_store: Store) -> None:
    async with holding(server_store, "g7") as connection:
        held = append(server_store, "g7")
        assert await append(server_store, "g8") == 3
        await append_to(connection, "g7", 2, [moved(2, at=5.0)])
    with pytest.raises(VersionConflict):
        await held
    assert await server_store.log.read("g7") == [*game(1), moved(2, at=5.0)]


async def test_a_row_that_is_never_free_fails_its_game_alone(
    server_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "HELD_SECONDS", 0.3)
    async with holding(server_store, "g7"):
        with pytest.raises(StoreError, match=r"^game g7: another transaction has held its row for 0\.3 s$"):
            await append(server_store, "g7")
        assert await append(server_store, "g8") == 3
    assert await append(server_store, "g7") == 3


async def test_who_is_cancelled_while_the_row_is_held_is_answered_first(server_store: Store) -> None:
    async with holding(server_store, "g7"):
        leaving = append(server_store, "g7")
        assert await append(server_store, "g8") == 3
        leaving.cancel()
        assert await append(server_store, "g9") == 3
        assert not leaving.done()
    await asyncio.wait([leaving])
    assert await server_store.log.read("g7") == game(2)


async def test_a_game_that_does_not_exist_is_not_taken_for_a_held_one(server_store: Store) -> None:
    with pytest.raises(VersionConflict):
        await asyncio.wait_for(append(server_store, "nobodys"), 2)


async def test_a_store_is_closed_after_its_held_appends(server_store: Store, address: str) -> None:
    closing = Store(address)
    await closing.open()
    async with holding(server_store, "g7"):
        held = append(closing, "g7")
        assert await append(closing, "g8") == 3
        closed = asyncio.create_task(closing.close())
        assert await append(server_store, "g9") == 3
        assert not closed.done()
    assert await held == 3
    await closed
    assert not closing._database._direct._idle
