"""Faults are injected while games are played; then the clients' record is compared with the database.

DAMACI_FAULT_SECONDS is the duration (by default a minute; in CI five), DAMACI_FAULT_NAMES selects the faults whose name
contains it, and DAMACI_FAULT_SEED repeats an order of faults.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import pytest

from tests.faults import checker
from tests.faults.history import History
from tests.faults.nemesis import Fault, Nemesis, of_all, of_disk, of_process, of_stores
from tests.faults.players import play_on
from tests.faults.proxy import Proxy
from tests.faults.wall_clock import WallClock
from tests.host.fakes import eventually
from tests.online.cluster import Process
from tests.servers import Postgres, Redis

pytestmark = pytest.mark.anyio

PAIRS = 12
SECONDS = float(os.environ.get("DAMACI_FAULT_SECONDS", "300" if os.environ.get("CI") else "60"))
LONGEST_FAULT = 35.0
"""In seconds."""


@dataclass
class Cluster:
    """Two processes, each with its own proxies to one database and one Redis."""

    database: str
    processes: list[Process]
    faults: list[Fault]


@pytest.fixture
def servers() -> Iterator[tuple[Postgres, Redis]]:
    postgres = Postgres()
    redis = Redis()
    postgres.start()
    redis.start()
    yield postgres, redis
    postgres.close()
    redis.close()


@pytest.fixture
async def cluster(
    servers: tuple[Postgres, Redis], tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[Cluster]:
    postgres, redis = servers
    database = await postgres.new_database()
    proxies: list[Proxy] = []
    processes: list[Process] = []
    faults = [*of_stores(postgres, redis), *of_disk(database)]
    for name in ("the first process", "the second process"):
        ways = Proxy(postgres.port), Proxy(redis.port)
        for way in ways:
            way.start()
        proxies += ways
        to_database = f"postgresql://damaci@127.0.0.1:{ways[0].port}{urlsplit(database).path}"
        clock = WallClock(tmp_path_factory.mktemp("clock"))
        process = Process(to_database, environment=clock.environment, redis=f"redis://127.0.0.1:{ways[1].port}/0")
        await asyncio.to_thread(process.start)
        processes.append(process)
        faults += of_process(name, process, clock, *ways)
    yield Cluster(database, processes, faults + of_all(processes))
    for process in processes:
        process.close()
    for proxy in proxies:
        proxy.close()


@asynccontextmanager
async def playing(cluster: Cluster, history: History) -> AsyncIterator[None]:
    """Games are played while this context lasts; at its end, every pair must still be able to play."""
    addresses = [process.address for process in cluster.processes]
    async with httpx.AsyncClient(timeout=8, limits=httpx.Limits(max_connections=None)) as client:
        tasks = [asyncio.create_task(play_on(client, addresses, history)) for _ in range(PAIRS)]
        await progress(history)
        yield
        await progress(history)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def progress(history: History) -> None:
    """Waits until two more moves for each pair have been acknowledged."""
    goal = len(history.acknowledged) + 2 * PAIRS
    await eventually(lambda: len(history.acknowledged) >= goal)


# When the faults are over, the games are played on for a while, and the histories are read.
@pytest.mark.timeout(SECONDS + 600)
async def test_whatever_happens_every_history_is_explained(cluster: Cluster) -> None:
    history = History()
    seed = int(os.environ.get("DAMACI_FAULT_SEED", random.randrange(10**6)))
    only = os.environ.get("DAMACI_FAULT_NAMES", "")
    faults = [each for each in cluster.faults if only in each.name]
    nemesis = Nemesis(faults, history, seed)
    loop = asyncio.get_running_loop()
    async with playing(cluster, history):
        end = loop.time() + SECONDS
        while loop.time() < end:
            await asyncio.to_thread(nemesis.strike, min(LONGEST_FAULT, SECONDS / 4))
    for process in cluster.processes:
        await asyncio.to_thread(process.stop)
    found = await checker.problems(cluster.database, history)
    print(
        f"seed {seed}: {len(history.faults)} faults, {len(history.acknowledged)} moves acknowledged,"
        f" {len(history.games)} games, {history.finished} finished and played again,"
        f" {history.reconnections} reconnections, refused {dict(history.refused)}"
    )
    assert not found, "\n".join([f"seed {seed}", *history.faults, *found])
    assert history.finished
