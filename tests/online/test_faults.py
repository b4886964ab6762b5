"""Processes are killed and servers go away while games are played: nothing acknowledged is lost, nothing happens twice,
all play on."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http import HTTPStatus

import httpx
import pytest

from damaci.play import Table
from damaci.play.events import Moved
from damaci.store import Store
from tests.host.fakes import eventually
from tests.online.bots import RETRY_SECONDS, Bot, Pair, Tally
from tests.online.cluster import Process
from tests.servers import Postgres, Redis
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

PAIRS = 6
PACE = 0.02


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """One that may be ended: with fsync, as it has to be."""
    server = Postgres()
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def own_redis() -> Iterator[Redis]:
    server = Redis()
    server.start()
    yield server
    server.close()


@pytest.fixture
async def database(own_postgres: Postgres, anyio_backend: str) -> str:
    return await own_postgres.new_database()


@pytest.fixture
def processes(database: str, own_redis: Redis) -> Iterator[list[Process]]:
    """Two processes that serve the same games, started at once on an empty database."""
    started = [Process(database, redis=own_redis.url) for _ in range(2)]
    for process in started:
        process.begin()
    for process in started:
        process.wait()
    yield started
    for process in started:
        process.kill()
        said = process.log.read_text()
        process.close()
        assert "the conversation failed" not in said


@asynccontextmanager
async def playing(processes: list[Process], tally: Tally) -> AsyncIterator[None]:
    """Games are played while this lasts; afterwards every bot has to be able to make two more moves."""
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        pairs = [Pair(client, [process.address for process in processes], tally, PACE) for _ in range(PAIRS)]
        tasks = [asyncio.create_task(_go_on(pair)) for pair in pairs]
        await progress(tally, PAIRS)
        yield
        await progress(tally, 2 * PAIRS)
        assert not [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _go_on(pair: Pair) -> None:
    while True:
        bots: tuple[Bot, Bot] = await _begin(pair)
        await asyncio.gather(*(bot.play() for bot in bots))


async def _begin(pair: Pair) -> tuple[Bot, Bot]:
    """A new game, as soon as somebody answers who can store it."""
    while True:
        try:
            return await pair.begin()
        except httpx.TransportError:
            pass
        except httpx.HTTPStatusError as refusal:
            if refusal.response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
        await asyncio.sleep(RETRY_SECONDS)


async def progress(tally: Tally, moves: int) -> None:
    """Waits until so many more moves have been made."""
    goal = len(tally.acknowledged) + moves
    await eventually(lambda: len(tally.acknowledged) >= goal)


async def check(database: str, tally: Tally) -> None:
    """Every game is sound, and every acknowledged move is in it exactly once."""
    async with Store(database) as store:
        found: Counter[tuple[str, int, str]] = Counter()
        for game in tally.games:
            events = await store.log.read(game)
            moved = [event for event in events if isinstance(event, Moved)]
            summary = await store.games.get(game)
            assert summary is not None
            assert (summary.version, summary.plies, Table.fold(events).ply) == (len(events), len(moved), len(moved))
            found.update((game, event.ply, event.id) for event in moved)
    assert {found[move] for move in tally.acknowledged} == {1}


async def test_processes_killed_at_any_time_lose_nothing(processes: list[Process], database: str) -> None:
    tally = Tally()
    async with playing(processes, tally):
        for turn in range(4):
            await asyncio.sleep(random.Random(turn).random() * 0.3)
            killed = processes[turn % 2]
            killed.kill()
            await progress(tally, 2 * PAIRS)  # on the other one
            killed.start()
    assert tally.reconnections > 0
    await check(database, tally)


@pytest.mark.parametrize("how", ["killed", "restarted", "held"])
async def test_while_the_database_is_away_moves_are_refused(
    processes: list[Process], database: str, own_postgres: Postgres, how: str
) -> None:
    tally = Tally()
    async with playing(processes, tally):
        match how:
            case "killed":
                own_postgres.kill()
            case "restarted":
                own_postgres.stop()
            case "held":
                own_postgres.hold()
        await eventually(lambda: tally.refused["storage"])
        own_postgres.let_go() if how == "held" else own_postgres.start()
    assert set(tally.refused) == {"storage"}
    await check(database, tally)


@pytest.mark.parametrize("how", ["ended", "held"])
async def test_without_redis_play_goes_on_and_notices_come_back(
    processes: list[Process], database: str, own_redis: Redis, how: str
) -> None:
    tally = Tally()
    async with playing(processes, tally):
        own_redis.stop() if how == "ended" else own_redis.hold()
        await progress(tally, 2 * PAIRS)
        own_redis.start() if how == "ended" else own_redis.let_go()
    assert not tally.refused
    await check(database, tally)


async def test_a_process_that_is_asked_to_end_tells_its_clients_to_come_back(
    processes: list[Process], database: str
) -> None:
    tally = Tally()
    async with playing(processes, tally):
        for process in processes:
            assert process.stop() == 0
            process.start()
    assert tally.codes == {1012}
    await check(database, tally)
