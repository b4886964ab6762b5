"""Measures the durable moves a second of the server for many players, and their latency: `python -m benchmarks.load`.

Starts PostgreSQL (with its default configuration, including fsync), Redis and processes of `damaci serve`, all on this
machine, and bots in separate processes that play random games over WebSockets, each player on any of the server's
processes. As every player thinks for a second, there are as many moves a second as games, until the machine is
saturated. A move's latency is the time from sending it to its acknowledgement. Games begin one by one, so that they do
not all move and end together.

`--beside PATH` also measures the version in another work tree, with its own `.venv`, its own PostgreSQL and its own
Redis: both at the same time, under the same load. On a machine that is busy with other work, compare the two lines'
processor time for a move; the other numbers mean little there.

`--together` connects both players of a game to one process, as the proxy of docs/11-operating.md does.

`--attack N` lets visitors from one address, N of each kind, meanwhile send as many requests as the server allows: see
benchmarks/visitors.py. `--kinds` chooses some of the kinds. The servers then have their default limits.
"""

import argparse
import asyncio
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from benchmarks.players import Opponents, Tally
from benchmarks.visitors import KINDS, attack
from tests.online import bots
from tests.online.cluster import Process
from tests.servers import Postgres, Redis
from tests.usage import cpu_seconds, megabytes

PACE = 1.0
"""Seconds that each player thinks."""
SETTLE_SECONDS = 3.0
"""Seconds between the start of the games and the start of the measurement."""
COLUMNS = (
    *("version", "games", "moves/s", "p50 ms", "p95 ms", "p99 ms", "refused", "lost"),
    *("server CPU ms/move", "PostgreSQL CPU ms/move", "Redis CPU ms/move", "server MB"),
)
PROGRAM = (sys.executable, "-u", "-m", "damaci")
"""The command that starts a new process. The tests instead copy a process that has imported everything, which could
not be compared with the other version."""
STARTS_PER_SECOND = 20
"""Games that begin in a second, for all versions and all processes of bots together."""


@dataclass
class Seen:
    """The measurements of one process of bots."""

    began: float
    ended: float
    """The time of the end by the machine's monotonic clock."""
    latencies: list[float]
    refused: int
    lost: int
    """Connections that were lost in a game."""


@dataclass(frozen=True)
class Load:
    """The games that one process of bots plays."""

    games: int
    engines: int
    """Additional games against the computer."""
    starting: float
    """Seconds in which the games begin."""
    seconds: float
    """Seconds for which the games are measured after all have begun."""
    together: bool
    """Whether both players of a game are connected to one process."""


def play(addresses: Sequence[str], load: Load) -> Seen:
    """Plays the games of a load at the same time, and measures them."""
    import uvloop

    return uvloop.run(_play(addresses, load))


async def _play(addresses: Sequence[str], load: Load) -> Seen:
    tally = Tally()
    begun: list[int] = []
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None)) as client:
        pairs = [Opponents(client, _chosen(addresses, load.together), tally, PACE) for _ in range(load.games)]
        tasks = [
            asyncio.create_task(_go_on(pair, tally, load.starting * number / load.games, begun))
            for number, pair in enumerate(pairs)
        ]
        tasks += [asyncio.create_task(_keep_engines_busy(client, addresses)) for _ in range(load.engines)]
        while len(begun) < load.games:  # noqa: ASYNC110 - nothing here is in a hurry
            await asyncio.sleep(0.1)
        print(f"{load.games} games have begun", file=sys.stderr, flush=True)
        await asyncio.sleep(SETTLE_SECONDS)
        tally.clear()
        began = time.monotonic()
        await asyncio.sleep(load.seconds)
        seen = Seen(began, time.monotonic(), list(tally.latencies), tally.refused.total(), tally.lost)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return seen


def _chosen(addresses: Sequence[str], together: bool) -> Sequence[str]:
    if together:
        return [random.choice(addresses)]
    return addresses


async def _keep_engines_busy(client: httpx.AsyncClient, addresses: Sequence[str]) -> None:
    pair = bots.Pair(client, addresses, bots.Tally())
    while True:
        await (await pair.begin_against_engine("master")).play()


async def _go_on(pair: Opponents, tally: Tally, wait: float, begun: list[int]) -> None:
    await asyncio.sleep(wait)
    first = True
    while True:
        try:
            players = await pair.begin()
        except (httpx.HTTPError, OSError):
            tally.refused["begin"] += 1
            await asyncio.sleep(PACE)
            continue
        if first:
            begun.append(1)
            first = False
        await pair.finish(players)
        await asyncio.sleep(random.uniform(0, PACE))


# ---- what the machine did --------------------------------------------------------------------------------------------


@dataclass
class Sample:
    """The resources used up to a moment."""

    at: float
    server_cpu: float
    postgres_cpu: float
    redis_cpu: float
    megabytes: float


class Version:
    """One version of the server, with its own stores."""

    def __init__(self, name: str, program: Sequence[str], processes: int, **settings: str) -> None:
        self.name = name
        self._settings = settings
        self._program = program
        self._count = processes
        self._postgres = Postgres()
        self._redis = Redis()
        self._processes: list[Process] = []

    def start(self) -> None:
        """Returns once all processes answer."""
        self._postgres.start()
        self._redis.start()
        database = asyncio.run(self._postgres.new_database())
        settings = {"redis": self._redis.url} | self._settings
        self._processes += [Process(database, self._program, **settings) for _ in range(self._count)]
        for process in self._processes:
            process.start()

    def close(self) -> None:
        """Ends everything."""
        for process in self._processes:
            process.close()
        self._postgres.close()
        self._redis.close()

    @property
    def addresses(self) -> list[str]:
        """The addresses of its processes."""
        return [process.address for process in self._processes]

    def sample(self) -> Sample:
        """The resources used up to now."""
        ours = [process.process.pid for process in self._processes if process.process]
        return Sample(
            time.monotonic(),
            sum(map(cpu_seconds, ours)),
            cpu_seconds(self._postgres.pid),
            cpu_seconds(self._redis.pid),
            sum(map(megabytes, ours)),
        )


@contextmanager
def attacked(versions: Sequence[Version], visitors: int, kinds: Collection[str]) -> Iterator[None]:
    """Each version is attacked as long as this lasts."""
    context = multiprocessing.get_context("spawn")
    attackers = [
        context.Process(target=attack, args=(version.addresses, visitors, kinds)) for version in versions if visitors
    ]
    for attacker in attackers:
        attacker.start()
    try:
        yield
    finally:
        for attacker in attackers:
            attacker.terminate()
            attacker.join()


def measure(
    versions: Sequence[Version], bots: int, games: int, engines: int, seconds: float, *, together: bool = False
) -> None:
    """Prints a line for each version; all versions have this many games at the same time."""
    load = Load(games // bots, engines // bots, games * len(versions) / STARTS_PER_SECOND, seconds, together)
    samples: dict[str, list[Sample]] = {version.name: [] for version in versions}
    with ProcessPoolExecutor(bots * len(versions), multiprocessing.get_context("spawn")) as pool:
        running = {
            version.name: [pool.submit(play, version.addresses, load) for _ in range(bots)] for version in versions
        }
        while not all(each.done() for those in running.values() for each in those):
            for version in versions:
                samples[version.name].append(version.sample())
            time.sleep(0.25)
    for name, those in running.items():
        report(name, games, [each.result() for each in those], samples[name])


def report(name: str, games: int, seen: list[Seen], samples: list[Sample]) -> None:
    """Prints one line of the table."""
    began = max(each.began for each in seen)
    ended = min(each.ended for each in seen)
    within = [each for each in samples if began <= each.at <= ended]
    first = within[0]
    last = within[-1]
    latencies = [latency for each in seen for latency in each.latencies]
    rate = len(latencies) / (ended - began)
    points = [1000 * point for point in statistics.quantiles(latencies, n=100)]
    refused = sum(each.refused for each in seen)
    lost = sum(each.lost for each in seen)
    a_move = 1000 / (rate * (last.at - first.at))
    server = a_move * (last.server_cpu - first.server_cpu)
    postgres = a_move * (last.postgres_cpu - first.postgres_cpu)
    redis = a_move * (last.redis_cpu - first.redis_cpu)
    print(
        f"| {name} | {games} | {rate:.0f} | {points[49]:.1f} | {points[94]:.1f} | {points[98]:.1f} "
        f"| {refused} | {lost} | {server:.2f} | {postgres:.2f} | {redis:.2f} | {last.megabytes:.0f} |",
        flush=True,
    )


def main() -> None:
    """Starts everything, measures every rate, ends everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--games", type=int, nargs="+", default=[100, 250, 500, 750, 1000, 1250], help="games at a time"
    )
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="seconds for which each number of games is measured"
    )
    parser.add_argument("--processes", type=int, default=2, help="processes of damaci serve")
    parser.add_argument("--bots", type=int, default=1, help="processes of bots, for each version")
    parser.add_argument(
        "--engines",
        type=int,
        default=0,
        help="additional games against the computer at its best level, in which the player answers at once",
    )
    parser.add_argument("--together", action="store_true", help="connect both players of a game to one process")
    parser.add_argument("--attack", type=int, default=0, metavar="N", help="attacking visitors of each kind")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="kinds of attacking visitors")
    parser.add_argument(
        "--beside", type=Path, help="the work tree of another version, which is measured at the same time"
    )
    options = parser.parse_args()
    # Tests lift the limits; here the server's default limits apply to the attackers.
    settings = {"changes_per_minute": "480"} if options.attack else {}
    versions = [Version("this", PROGRAM, options.processes, **settings)]
    if options.beside:
        python = str(options.beside / ".venv" / "bin" / "python")
        versions.append(Version(options.beside.name, [python, "-m", "damaci"], options.processes, **settings))
    try:
        for version in versions:
            version.start()
        print("| " + " | ".join(COLUMNS) + " |\n" + "| --- " + "| ---: " * (len(COLUMNS) - 1) + "|")
        with attacked(versions, options.attack, options.kinds):
            for games in options.games:
                measure(versions, options.bots, games, options.engines, options.seconds, together=options.together)
    finally:
        for version in versions:
            version.close()


if __name__ == "__main__":
    main()
