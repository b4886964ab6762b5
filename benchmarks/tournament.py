"""Measures large tournaments of the server: `python -m benchmarks.tournament [--swiss 500] [--arena 2000]`.

The driver and the store are real, the clock is simulated, and games end at random without being played. It prints the
processor seconds of a step of the driver, of a page of standings, of the standings in the API, and of finding the
players who are called to games; and, at the end, the memory.
"""

import argparse
import asyncio
import resource
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from damaci.online.tournaments.calls import Calls, Follower
from damaci.online.tournaments.steps import ARENA_SECONDS
from damaci.site import tournament_data
from damaci.site.language import catalog
from damaci.tournament import Tournament
from tests.online.tournaments.evening import Evening, evening

Found = TypeVar("Found")
FOLLOWERS = 500
"""Connections that are called to games."""


class Figures:
    """Processor seconds by the kind of work."""

    def __init__(self) -> None:
        self._took: dict[str, list[float]] = {}

    async def measure(self, name: str, run: Callable[[], Awaitable[Found]]) -> Found:
        """Returns the result of a call, and records its cost."""
        began = time.process_time()
        found = await run()
        self._took.setdefault(name, []).append(time.process_time() - began)
        return found

    def report(self) -> None:
        """Prints all figures."""
        for name, took in self._took.items():
            first = statistics.mean(took[:5])
            last = statistics.mean(took[-5:])
            print(
                f"  {name:30} mean {statistics.mean(took):7.3f} s, most {max(took):7.3f}, "
                f"first five {first:7.3f}, last five {last:7.3f} ({len(took)} times)"
            )


async def swiss(players: int, rounds: int) -> None:
    """Plays this many rounds, which another process pairs."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder), many=40) as club:
            await club.announce(players, system="swiss", rounds=rounds, pause=10)
            calls = followed(club)
            for _ in range(rounds):
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                found = await figures.measure("step that pairs", lambda: club.step(11))
                pairing = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
                print(f"  round {len(found.rounds)} paired by another process in {pairing:.1f} s of processor time")
                await club.step()
                await look(figures, club, calls)
                await club.end()
                await figures.measure("step that enters all results", club.step)
            await club.step()
            print(f"Swiss of {players}: {rounds} rounds, over: {await club.over()}")
            await load(figures, club)
    figures.report()


async def arena(players: int, seconds: float, share: float) -> None:
    """Plays for this many seconds. At each step this share of the games ends."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder)) as club:
            await club.announce(players, system="arena", lasts=seconds / 60)
            calls = followed(club)
            found = await figures.measure("first step", club.step)
            while not found.closed:
                await club.end(share)
                found = await figures.measure("step", lambda: club.step(ARENA_SECONDS))
                if len(found.rounds) % 10 == 0:
                    await look(figures, club, calls)
            games = sum(len(round.games) for round in found.rounds)
            print(f"arena of {players}: {len(found.rounds)} pairings, {games} games")
            await load(figures, club)
    figures.report()


def followed(club: Evening) -> Calls:
    """Calls with followers."""
    calls = Calls(club.store, club.club)
    calls._followers |= {Follower(f"p{number}", club.id) for number in range(FOLLOWERS)}
    return calls


async def look(figures: Figures, club: Evening, calls: Calls) -> None:
    """Requests the data that all pages request after a step."""
    words = catalog("en")
    await figures.measure("players who are called", calls._look)

    async def page() -> object:
        return await tournament_data.tournament(club.club, club.id, "standings", 0, words)

    async def places() -> object:
        return msgspec.json.encode((await club.club.find(club.id)).ranking)

    await figures.measure("data of a page of standings", page)
    await figures.measure("the same again", page)
    await figures.measure("places of the API", places)


async def load(figures: Figures, club: Evening) -> None:
    """Measures folding the log after it has been read from the store, as another process does it. Prints its size."""
    happened = await club.store.tournaments.read(club.id)

    async def fold() -> Tournament:
        return Tournament.fold(happened)

    await figures.measure("log folded", fold)
    size = len(msgspec.json.encode(happened))
    print(f"  log of {len(happened)} events, {size / 1e6:.1f} MB")


def main() -> None:
    """Runs the requested tournaments."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--swiss", type=int, default=500, help="players of the Swiss tournament; 0 for none")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--arena", type=int, default=2000, help="players of the arena; 0 for none")
    arguments.add_argument(
        "--seconds", type=float, default=240.0, help="seconds of simulated time that the arena lasts"
    )
    arguments.add_argument("--share", type=float, default=0.1, help="share of the games that end within two seconds")
    asked = arguments.parse_args()
    if asked.arena:
        asyncio.run(arena(asked.arena, asked.seconds, asked.share))
    if asked.swiss:
        asyncio.run(swiss(asked.swiss, asked.rounds))
    print(f"memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
