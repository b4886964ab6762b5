"""A tournament of many programs on a real server: they are enrolled, other processes play it to its end, and it is
checked and measured."""

import asyncio
import multiprocessing
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import httpx
from sqlalchemy import update

from damaci.store import Store
from damaci.store.schema import ANNOUNCED
from damaci.tournament import Tournament
from tests.online.cluster import Process
from tests.online.tournaments.bots import Account, Client, Log, enrol
from tests.online.tournaments.checker import check
from tests.online.tournaments.crowd import Manner, Seen, play
from tests.usage import cpu_seconds, megabytes, own_cpu_seconds

SAMPLE_SECONDS = 1.0
FORFEITS = ("+/-", "-/+", "-/-")


@dataclass(frozen=True)
class Contest:
    """The tournament to be played. `wish`: its other settings besides name and start."""

    players: int
    manner: Manner
    wish: dict[str, Any]
    lasts: float | None = None
    """The seconds that an arena lasts, which may be fewer than can be announced."""
    crowds: int = 1
    """The number of processes that play."""


@dataclass
class Spent:
    """The resources that the server's processes used during the tournament. `elsewhere`: processor seconds of the
    processes that they start, such as the one that pairs."""

    cpu: float = 0.0
    elsewhere: float = 0.0
    megabytes: float = 0.0


@dataclass
class Played:
    """The outcome of the tournament."""

    tournament: Tournament
    seen: Sequence[Seen]
    spent: Spent

    @property
    def broken(self) -> list[str]:
        """Answers that no client should get."""
        return [each for seen in self.seen for each in seen.broken]

    @property
    def moves(self) -> int:
        """The number of acknowledged moves."""
        return sum(len(seen.latencies) for seen in self.seen)

    @property
    def results(self) -> Counter[str | None]:
        """The number of boards with each result."""
        return Counter(game.result for round in self.tournament.rounds for game in round.games)

    def figures(self) -> dict[str, float]:
        """All measured values by name. Moves a second are those of the seconds in which there were any."""
        moments = sorted(each for seen in self.seen for each in seen.moments)
        latencies = [1000 * each for seen in self.seen for each in seen.latencies]
        calls = [each for seen in self.seen for each in seen.calls]
        counted = self.results
        return {
            "players": len(self.tournament.entrants),
            "pairings": len(self.tournament.rounds),
            "games": counted.total(),
            "forfeits": sum(counted[each] for each in FORFEITS),
            "moves": self.moves,
            "moves/s": self.moves / len({int(each) for each in moments}),
            "p50 ms": percentile(latencies, 50),
            "p99 ms": percentile(latencies, 99),
            "most ms": max(latencies),
            "p50 s to a game": percentile(calls, 50),
            "p99 s to a game": percentile(calls, 99),
            "longest s without a move": max(later - each for each, later in pairwise(moments)),
            "refused": sum(sum(seen.refused.values()) for seen in self.seen),
            "reconnections": sum(seen.reconnections for seen in self.seen),
            "server CPU ms/move": 1000 * self.spent.cpu / self.moves,
            "CPU s elsewhere": self.spent.elsewhere,
            "server MB": self.spent.megabytes,
        }


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that this percentage of the values does not exceed."""
    return statistics.quantiles(values, n=100)[percent - 1]


async def hold(place: str, processes: Sequence[Process], contest: Contest) -> Played:
    """Starts the processes, has the tournament played to its end, and checks what is stored."""
    members = await enrol(place, contest.players)
    for process in processes:
        await asyncio.to_thread(process.start)
    addresses = [process.address for process in processes]
    async with httpx.AsyncClient(timeout=60) as http:
        arbiter = Client(http, addresses, members[0], Log())
        id = await announce(arbiter, contest.wish)
        seen, spent = await _play(place, processes, contest, members, arbiter, id)
    return Played(await check(place, id), seen, spent)


async def announce(arbiter: Client, wish: dict[str, Any]) -> str:
    """Announces a tournament that starts in an hour, or by `start_now`; returns its id."""
    wish = {"name": "Club", "starts": time.time() + 3600, "pause": 0} | wish
    made = await arbiter.ask("POST", "/api/v1/tournaments", wish)
    assert "id" in made, made
    return str(made["id"])


async def start_now(place: str, id: str, **plan: float) -> None:
    """Lets the tournament start now, however long it took the players to join. `plan`: other fields of its plan to be
    changed."""
    async with Store(place) as store, store._database.writing() as connection:
        which = ANNOUNCED.c.tournament == id
        await connection.execute(update(ANNOUNCED).where(which).values(starts=time.time(), **plan))


async def _play(
    place: str,
    processes: Sequence[Process],
    contest: Contest,
    members: Sequence[Account],
    arbiter: Client,
    id: str,
) -> tuple[Sequence[Seen], Spent]:
    addresses = [process.address for process in processes]
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(contest.crowds, multiprocessing.get_context("spawn")) as pool:
        groups = [members[number :: contest.crowds] for number in range(contest.crowds)]
        running = [loop.run_in_executor(pool, play, addresses, group, id, contest.manner) for group in groups]
        playing = asyncio.gather(*running)
        await _until_joined(arbiter, id, contest.players, playing)
        await start_now(place, id, **({"lasts": contest.lasts} if contest.lasts else {}))
        spent = await _spending([process.process.pid for process in processes if process.process], playing)
        return await playing, spent


async def _until_joined(arbiter: Client, id: str, players: int, playing: asyncio.Future[Any]) -> None:
    while not playing.done():
        shown = await arbiter.ask("GET", f"/api/v1/tournaments/{id}")
        if shown["announced"]["joined"] == players:
            return
        await asyncio.sleep(SAMPLE_SECONDS)


async def _spending(pids: Sequence[int], playing: asyncio.Future[Any]) -> Spent:
    """The resources that these processes use until the players are done."""
    own, all = (sum(map(count, pids)) for count in (own_cpu_seconds, cpu_seconds))
    spent = Spent()
    while not playing.done():
        await asyncio.wait([playing], timeout=SAMPLE_SECONDS)
        spent.cpu = sum(map(own_cpu_seconds, pids)) - own
        spent.elsewhere = sum(map(cpu_seconds, pids)) - all - spent.cpu
        spent.megabytes = max(spent.megabytes, sum(map(megabytes, pids)))
    return spent
