"""The proxy of compose.yaml before two processes: a game's players meet at one of them."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.host.fakes import eventually
from tests.online.bots import Pair, Tally
from tests.online.cluster import Process
from tests.servers import Postgres, Proxy, Redis
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

GAMES = 12
PACE = 3.0
TOKEN = "sixteen-letters-at-least"


@pytest.fixture
async def processes(postgres: Postgres, redis: Redis) -> AsyncIterator[list[Process]]:
    """Two processes on the same stores."""
    database = await postgres.new_database()
    both = [Process(database, redis=redis.url, operator_token=TOKEN) for _ in range(2)]
    for process in both:
        process.start()
    yield both
    for process in both:
        process.close()


@pytest.fixture
def proxy(processes: list[Process]) -> Iterator[Proxy]:
    """A proxy before both."""
    caddy = Proxy([process.address for process in processes])
    caddy.start()
    yield caddy
    caddy.close()


async def open_games(client: httpx.AsyncClient, process: Process) -> int:
    """How many games a process has in memory."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    text = (await client.get(f"{process.address}/operator/metrics", headers=headers)).text
    return int(float(re.findall(r"^damaci_games_open (\S+)", text, re.MULTILINE)[0]))


@asynccontextmanager
async def played(client: httpx.AsyncClient, proxy: Proxy) -> AsyncIterator[Tally]:
    """While this lasts, GAMES games are played through the proxy."""
    tally = Tally()
    bots = [bot for _ in range(GAMES) for bot in await Pair(client, [proxy.address], tally, PACE).begin()]
    playing = [asyncio.create_task(bot.play()) for bot in bots]
    yield tally
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def moves_in_each(tally: Tally) -> None:
    """Returns when one more move has been acknowledged in each game."""
    known = len(tally.acknowledged)
    await eventually(lambda: len({game for game, _, _ in tally.acknowledged[known:]}) == GAMES, PATIENCE)


async def test_a_game_is_in_the_memory_of_one_process(processes: list[Process], proxy: Proxy) -> None:
    async with httpx.AsyncClient(timeout=20) as client, played(client, proxy) as tally:
        await moves_in_each(tally)
        found = [await open_games(client, process) for process in processes]
    assert sum(found) == GAMES
    assert min(found) > 0


async def test_after_a_process_was_killed_all_play_on_at_the_other_one(processes: list[Process], proxy: Proxy) -> None:
    async with httpx.AsyncClient(timeout=20) as client, played(client, proxy) as tally:
        await moves_in_each(tally)
        processes[0].kill()
        await moves_in_each(tally)
        assert await open_games(client, processes[1]) == GAMES
    assert tally.reconnections
