"""Measures the durable moves a second of the server for many players, and their latency: `python -m benchmarks.load`.

Starts PostgreSQL (as it comes, with fsync), Redis and processes of `damaci serve`, all on this machine, and bots in
processes of their own that play random games over WebSockets, each player on whichever process it meets. As every
player thinks for a second, there are as many moves a second as games, until something is exhausted. A move's latency is
from sending it to its acknowledgement.
"""

import argparse
import asyncio
import multiprocessing
import os
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.online.bots import Pair, Tally
from tests.online.cluster import Process
from tests.servers import Postgres, Redis, Server

PACE = 1.0
"""Seconds that each player thinks."""
SETTLE_SECONDS = 3.0
"""Seconds between the start of the games and the start of the measurement."""
COLUMNS = (
    *("games", "moves/s", "p50 ms", "p95 ms", "p99 ms", "refused", "reconnections"),
    *("server CPU ms/move", "stores CPU ms/move", "server MB"),
)
BEGINNERS = 8
"""Games that a process of bots opens at a time."""


@dataclass
class Seen:
    """The measurements of one process of bots."""

    began: float
    ended: float
    """By the machine's monotonic clock."""
    latencies: list[float]
    refused: int
    reconnections: int


def play(addresses: Sequence[str], games: int, engines: int, seconds: float) -> Seen:
    """Plays so many games at a time, others against the computer besides; measures for so many seconds once all have
    begun."""
    import uvloop

    return uvloop.run(_play(addresses, games, engines, seconds))


async def _play(addresses: Sequence[str], games: int, engines: int, seconds: float) -> Seen:
    tally, gate = Tally(), asyncio.Semaphore(BEGINNERS)
    begun: list[int] = []
    async with httpx.AsyncClient(timeout=60) as client:
        tasks = [asyncio.create_task(_go_on(Pair(client, addresses, tally, PACE), gate, begun)) for _ in range(games)]
        tasks += [asyncio.create_task(_keep_engines_busy(client, addresses)) for _ in range(engines)]
        while len(begun) < games:  # noqa: ASYNC110 - nothing here is in a hurry
            await asyncio.sleep(0.1)
        await asyncio.sleep(SETTLE_SECONDS)
        tally.latencies.clear()
        tally.refused.clear()
        tally.reconnections = 0
        began = time.monotonic()
        await asyncio.sleep(seconds)
        seen = Seen(began, time.monotonic(), list(tally.latencies), tally.refused.total(), tally.reconnections)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return seen


async def _keep_engines_busy(client: httpx.AsyncClient, addresses: Sequence[str]) -> None:
    pair = Pair(client, addresses, Tally())
    while True:
        await (await pair.begin_against_engine("master")).play()


async def _go_on(pair: Pair, gate: asyncio.Semaphore, begun: list[int]) -> None:
    first = True
    while True:
        async with gate:
            bots = await pair.begin()
        if first:
            begun.append(1)
            first = False
        await asyncio.gather(*(bot.play() for bot in bots))


# ---- what the machine did --------------------------------------------------------------------------------------------


def cpu_seconds(pid: int) -> float:
    """Processor seconds of a process and its children, including ended ones."""
    total = 0.0
    for each in (pid, *children(pid)):
        with suppress(FileNotFoundError, ProcessLookupError):  # a child may have ended meanwhile
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return total


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def megabytes(pid: int) -> float:
    """Private memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("RssAnon", "RssShmem"))) / 1024


@dataclass
class Sample:
    """The resources used up to a moment."""

    at: float
    server_cpu: float
    stores_cpu: float
    megabytes: float


def sample(processes: list[Process], servers: list[Server]) -> Sample:
    ours = [process.process.pid for process in processes if process.process]
    stores = sum(cpu_seconds(server.pid) for server in servers)
    return Sample(time.monotonic(), sum(map(cpu_seconds, ours)), stores, sum(map(megabytes, ours)))


def measure(
    processes: list[Process], servers: list[Server], bots: int, games: int, engines: int, seconds: float
) -> None:
    """One line for so many games at a time."""
    addresses = [process.address for process in processes]
    samples = []
    with ProcessPoolExecutor(bots, multiprocessing.get_context("spawn")) as pool:
        running = [pool.submit(play, addresses, games // bots, engines // bots, seconds) for _ in range(bots)]
        while not all(each.done() for each in running):
            samples.append(sample(processes, servers))
            time.sleep(0.25)
    report(games, [each.result() for each in running], samples)


def report(games: int, seen: list[Seen], samples: list[Sample]) -> None:
    began, ended = max(each.began for each in seen), min(each.ended for each in seen)
    within = [each for each in samples if began <= each.at <= ended]
    latencies = [latency for each in seen for latency in each.latencies]
    rate = len(latencies) / (ended - began)
    milliseconds = [1000 * point for point in statistics.quantiles(latencies, n=100)]
    refused, lost = sum(each.refused for each in seen), sum(each.reconnections for each in seen)
    moves = rate * (within[-1].at - within[0].at)
    server = 1000 * (within[-1].server_cpu - within[0].server_cpu) / moves
    stores = 1000 * (within[-1].stores_cpu - within[0].stores_cpu) / moves
    print(
        f"| {games} | {rate:.0f} | {milliseconds[49]:.1f} | {milliseconds[94]:.1f} | {milliseconds[98]:.1f} "
        f"| {refused} | {lost} "
        f"| {server:.2f} | {stores:.2f} | {within[-1].megabytes:.0f} |",
        flush=True,
    )


def main() -> None:
    """Starts everything, measures every rate, ends everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, nargs="+", default=[100, 250, 500, 750, 1000, 1250], help="games at a time"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each is measured")
    parser.add_argument("--processes", type=int, default=2, help="processes of damaci serve")
    parser.add_argument("--bots", type=int, default=1, help="processes of bots")
    parser.add_argument(
        "--engines",
        type=int,
        default=0,
        help="games against the computer besides, each at once answered, at its best level",
    )
    options = parser.parse_args()
    servers: list[Server] = [Postgres(), Redis()]
    processes: list[Process] = []
    try:
        for server in servers:
            server.start()
        postgres, redis = servers
        assert isinstance(postgres, Postgres)
        assert isinstance(redis, Redis)
        database = asyncio.run(postgres.new_database())
        processes += [Process(database, redis=redis.url) for _ in range(options.processes)]
        for process in processes:
            process.start()
        print("| " + " | ".join(COLUMNS) + " |\n" + "| ---: " * len(COLUMNS) + "|")
        for games in options.games:
            measure(processes, servers, options.bots, games, options.engines, options.seconds)
    finally:
        for process in processes:
            process.close()
        for server in servers:
            server.close()


if __name__ == "__main__":
    main()
