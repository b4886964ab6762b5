"""Measures the lobby: `python -m benchmarks.lobby`.

First it measures how long the lobby's queries take among a million games, on SQLite and on PostgreSQL. Then it measures
the cost of many pages that follow the lobby: the server's processor time and the bytes that each page gets, while
nothing happens and while games begin, are played and end all the time.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from damaci.online.lobby import MOST_SHOWN, RUNNING_SECONDS, STALE_SECONDS
from damaci.store import Store
from tests.online.bots import Guest, Pair, Tally
from tests.online.process import serving
from tests.servers import Postgres
from tests.store.many import fill
from tests.usage import cpu_seconds

REPEATS = 50


# ---- queries ---------------------------------------------------------------------------------------------------------


async def measure_queries(name: str, place: str | Path, games: int) -> None:
    """Prints the milliseconds of each query of the lobby among this many games."""
    async with Store(place) as store:
        began = time.perf_counter()
        now = time.time()
        await fill(store, games, now)
        print(f"{name}: {games} games made in {time.perf_counter() - began:.0f} s", flush=True)
        shown = [game.id for game in await store.games.between_people(now - RUNNING_SECONDS, MOST_SHOWN)]
        players = [f"p{number}" for number in range(1, 600)]
        queries: dict[str, Callable[[], Awaitable[object]]] = {
            "running games": lambda: store.games.between_people(now - RUNNING_SECONDS, MOST_SHOWN),
            "shown games": lambda: store.games.some(shown),
            "open seeks": lambda: store.seeks.open(now - STALE_SECONDS, MOST_SHOWN),
            "seeks of 600 players": lambda: store.seeks.ids_of_players(players),
        }
        for query, run in queries.items():
            took = [await milliseconds(run) for _ in range(REPEATS)]
            print(f"{name}: {query:20} median {statistics.median(took):6.2f} ms, most {max(took):6.2f} ms", flush=True)


async def milliseconds(run: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await run()
    return (time.perf_counter() - began) * 1000


# ---- followers -------------------------------------------------------------------------------------------------------


class Follower:
    """A page that reads."""

    def __init__(self) -> None:
        self.bytes = 0
        self.messages = 0

    async def follow(self, socket: ClientConnection) -> None:
        """Reads until the connection ends."""
        async for message in socket:
            self.bytes += len(message)
            self.messages += 1


async def measure_followers(address: str, pid: int, followers: int, seconds: float, pairs: int) -> None:
    """Prints a line each for the server without followers, with followers while nothing happens, and with followers
    while games are played."""
    url = address.replace("http", "ws", 1) + "ws/lobby"
    async with httpx.AsyncClient(timeout=60) as client:
        await report("nobody follows", pid, [], seconds)
        pages = [Follower() for _ in range(followers)]
        sockets = [
            await connect(url, additional_headers=Guest(client).headers, compression=None, ping_interval=None)
            for _ in pages
        ]
        reading = [asyncio.create_task(page.follow(socket)) for page, socket in zip(pages, sockets, strict=True)]
        await asyncio.sleep(5)
        await report("nothing happens", pid, pages, seconds)
        tally = Tally()
        playing = [asyncio.create_task(play(Pair(client, [address.rstrip("/")], tally, 1.0))) for _ in range(pairs)]
        await asyncio.sleep(5)
        await report(f"{pairs} games", pid, pages, seconds, tally)
        for task in (*reading, *playing):
            task.cancel()
        await asyncio.gather(*reading, *playing, return_exceptions=True)
        alone = Tally()
        await asyncio.gather(*(socket.close() for socket in sockets))
        playing = [asyncio.create_task(play(Pair(client, [address.rstrip("/")], alone, 1.0))) for _ in range(pairs)]
        await asyncio.sleep(5)
        await report(f"{pairs} games, nobody follows", pid, [], seconds, alone)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def play(pair: Pair) -> None:
    while True:
        await asyncio.gather(*(bot.play() for bot in await pair.begin()))


async def report(what: str, pid: int, pages: Sequence[Follower], seconds: float, tally: Tally | None = None) -> None:
    before = sum(page.bytes for page in pages), sum(page.messages for page in pages)
    if tally:
        tally.latencies.clear()
    began = time.monotonic()
    cpu = cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took = time.monotonic() - began
    used = cpu_seconds(pid) - cpu
    line = f"{what:28} server CPU {100 * used / took:5.1f} %"
    if pages:
        each = len(pages) * took
        received = sum(page.bytes for page in pages) - before[0]
        messages = sum(p.messages for p in pages) - before[1]
        line += f"; to each page {received / each:7.1f} bytes and {messages / each:.2f} messages a second"
    if tally and len(tally.latencies) > 1:
        slowest = statistics.quantiles(tally.latencies, n=100)
        line += f"; moves: {len(tally.latencies) / took:.0f} a second, p50 {slowest[49] * 1000:.0f} ms,"
        line += f" p99 {slowest[98] * 1000:.0f} ms"
    print(line, flush=True)


def main() -> None:
    """Measures the queries, then the followers."""
    parser = argparse.ArgumentParser(description="Measures the lobby.")
    parser.add_argument("--games", type=int, default=1_000_000, help="stored games; 0: no queries")
    parser.add_argument("--followers", type=int, default=600, help="pages that follow the lobby; 0: none")
    parser.add_argument("--pairs", type=int, default=50, help="games played at the same time")
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    if given.games:
        with tempfile.TemporaryDirectory(prefix="damaci-") as folder:
            asyncio.run(measure_queries("SQLite", folder, given.games))
        server = Postgres()
        try:
            server.start()
            asyncio.run(measure_queries("PostgreSQL", asyncio.run(server.new_database()), given.games))
        finally:
            server.close()
    if given.followers:
        settings = {"DAMACI_TRUSTED_PROXIES": "127.0.0.1", "DAMACI_CHANGES_PER_MINUTE": "1000000"}
        with tempfile.TemporaryDirectory(prefix="damaci-") as folder, serving(Path(folder), **settings) as process:
            pid = process.process.pid
            asyncio.run(measure_followers(process.address, pid, given.followers, given.seconds, given.pairs))


if __name__ == "__main__":
    main()
