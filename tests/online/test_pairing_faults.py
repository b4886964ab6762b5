"""Processes and the database are killed while visitors find opponents and play again: every game on which two have
agreed is complete, or does not exist."""

import asyncio
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from damaci.play import Table
from damaci.play.events import Rematched
from damaci.store import Store
from damaci.store.schema import CHALLENGES, GAMES, SEATS, SEEKS
from tests.host.fakes import eventually
from tests.online.cluster import Process
from tests.online.pairs import Told, Visitor, meet
from tests.servers import Postgres, Redis
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

DATABASE_KILLS = 5
"""One in this many kills is that of the database."""


@pytest.fixture
def database() -> Iterator[Postgres]:
    """A PostgreSQL that may be killed. It uses fsync, because it must survive that."""
    server = Postgres()
    server.start()
    yield server
    server.close()


@pytest.fixture
def notices() -> Iterator[Redis]:
    server = Redis()
    server.start()
    yield server
    server.close()


@pytest.fixture
async def place(database: Postgres, anyio_backend: str) -> str:
    return await database.new_database()


@pytest.fixture
def processes(place: str, notices: Redis) -> Iterator[list[Process]]:
    started = [Process(place, redis=notices.url, accounts="open") for _ in range(2)]
    for process in started:
        process.begin()
    for process in started:
        process.wait()
    yield started
    for process in started:
        process.close()


@pytest.mark.parametrize(
    ("agreements", "kills", "pairs"),
    [
        pytest.param(40, 5, 3, id="some"),
        pytest.param(2000, 100, 8, id="many", marks=pytest.mark.nightly),
    ],
)
async def test_whatever_is_killed_games_begin_whole_or_not_at_all(
    processes: list[Process], database: Postgres, place: str, agreements: int, kills: int, pairs: int
) -> None:
    await run(processes, database, place, agreements, kills, pairs)


async def test_a_process_alone_is_killed_too(tmp_path: Path) -> None:
    process = Process(str(tmp_path), accounts="open")
    try:
        process.start()
        await run([process], None, str(tmp_path), agreements=20, kills=2, pairs=2)
    finally:
        process.close()


async def run(
    processes: Sequence[Process], database: Postgres | None, place: str, agreements: int, kills: int, pairs: int
) -> None:
    """Kills this often while this many games begin, and then checks the games."""
    told = Told()
    addresses = [process.address for process in processes]
    async with httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0)) as client:
        async with meeting(client, addresses, told, pairs):
            for number in range(kills):
                await eventually(lambda: told.agreed >= agreements * number // kills)  # noqa: B023
                await asyncio.sleep(random.random() * 0.2)
                await kill(number, processes, database)
            await eventually(lambda: told.agreed >= agreements)
        assert not told.broken
        check(told)
        await check_store(place, told)
        await check_lists(place, told.visitors)
    print(
        f"{kills} kills: {len(told.joined)} pairings, {len(told.rematches)} rematches, {len(told.cancelled)} cancelled,"
        f" {len(told.refused)} came too late, {told.lost} requests asked again"
    )


@asynccontextmanager
async def meeting(client: httpx.AsyncClient, addresses: Sequence[str], told: Told, pairs: int) -> AsyncIterator[None]:
    """Visitors meet while this context lasts, and then finish what they have begun."""
    enough = asyncio.Event()

    async def go_on() -> None:
        while not enough.is_set():
            await meet(client, addresses, told)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(pairs):
            tasks.create_task(go_on())
        yield
        enough.set()


async def kill(number: int, processes: Sequence[Process], database: Postgres | None) -> None:
    if database and number % DATABASE_KILLS == DATABASE_KILLS - 1:
        await asyncio.to_thread(database.stop, signal.SIGQUIT)
        await asyncio.to_thread(database.start)
    else:
        process = processes[number % len(processes)]
        process.kill()
        await asyncio.to_thread(process.start)


# ---- the checker -----------------------------------------------------------------------------------------------------


def check(told: Told) -> None:
    """Checks that the answers to all visitors are consistent."""
    assert told.joined
    assert told.rematches
    assert all(one == other for _, one, other in told.rematches)
    assert len({following for _, following, _ in told.rematches}) == len(told.rematches)
    assert max(Counter((game, color) for game, color, _ in told.joined).values()) == 1
    joined = {game for game, _, _ in told.joined}
    assert not joined & told.cancelled
    assert not {(game, player) for game, _, player in told.joined} & told.refused


async def check_store(place: str, told: Told) -> None:
    """Checks that everything in the store is complete, and that everything that was acknowledged is stored."""
    async with Store(place) as store, store._database.reading() as connection:
        seeks = {row.id: row.player for row in await connection.execute(select(SEEKS))}
        seeks |= {row.id: row.player for row in await connection.execute(select(CHALLENGES))}
        games = {row.id: row.version for row in await connection.execute(select(GAMES))}
        seats: dict[str, dict[str, str]] = {}
        for row in await connection.execute(select(SEATS)):
            seats.setdefault(row.game, {})[row.color] = row.player
        # No seat exists without a game, no game without both seats, and no seek of a game that has begun.
        assert seats.keys() == games.keys()
        assert {len(both) for both in seats.values()} == {2}
        assert not seeks.keys() & games.keys()
        # What was acknowledged is stored, and what was cancelled is not.
        assert all(seats[game][color] == player for game, color, player in told.joined)
        too_late = {seek for seek, _ in told.refused}
        assert told.offered <= seeks.keys() | games.keys() | told.regretted | too_late
        assert not told.cancelled & (seeks.keys() | games.keys())
        # A game is begun by a seek, or it is the rematch of one older game.
        before: dict[str, str] = {}
        for game, version in games.items():
            events = await store.log.read(game)
            assert len(events) == version == Table.fold(events).version
            for event in events:
                if isinstance(event, Rematched):
                    assert event.game not in before
                    before[event.game] = game
        assert before.keys() <= games.keys()
        for following, game in before.items():
            assert seats[following] == {"white": seats[game]["black"], "black": seats[game]["white"]}
        assert {(game, one) for game, one, _ in told.rematches} <= {(game, one) for one, game in before.items()}
        assert not before.keys() & told.offered


async def check_lists(place: str, visitors: Sequence[Visitor]) -> None:
    """Checks that every player is shown the games that are stored for them."""
    async with Store(place) as store:
        for visitor in visitors:
            listed = (await visitor.ask("GET", "/api/v1/games"))["games"]
            assert [each["id"] for each in listed] == [each.id for each in await store.seats.games_of(visitor.player)]
