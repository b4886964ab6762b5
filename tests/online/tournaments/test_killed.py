"""Kills during a tournament leave it correct: of a process of the server, a store, or the process that pairs."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from damaci.services import pairing_process
from damaci.tournament import Tournament, knockout, ranking
from tests.online.cluster import Process
from tests.online.tournaments.bots import Client, enrol
from tests.online.tournaments.checker import check
from tests.online.tournaments.contest import start_now
from tests.online.tournaments.evening import evening
from tests.online.tournaments.test_run import killing, playing, until_over
from tests.servers import Postgres, Redis, Server
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

ARENA_SECONDS = 25.0
"""The seconds that an arena lasts, which are fewer than can be announced."""
DOWN_SECONDS = 2.0
QUICKLY = 0.5
"""The least number of seconds before the first kill."""


@pytest.fixture
def stores() -> Iterator[tuple[Postgres, Redis]]:
    """Stores of a single test, which may kill them."""
    postgres = Postgres()
    redis = Redis()
    try:
        postgres.start()
        redis.start()
        yield postgres, redis
    finally:
        postgres.close()
        redis.close()


@asynccontextmanager
async def cluster(count: int, place: str, **settings: str) -> AsyncIterator[Sequence[Process]]:
    """Several processes with one database."""
    processes = [Process(place, accounts="open", **settings) for _ in range(count)]
    try:
        for process in processes:
            await asyncio.to_thread(process.start)
        yield processes
    finally:
        for process in processes:
            process.close()


async def killed(place: str, processes: Sequence[Process], players: int, **wish: Any) -> Tournament:
    """Plays a tournament during which processes are killed; returns it as it is stored afterwards."""
    lasts = {"lasts": ARENA_SECONDS} if wish["system"] == "arena" else {}
    members = await enrol(place, players)
    async with playing(place, processes, members, **wish) as (id, client, log):
        await start_now(place, id, **lasts)
        kills = await killing(client, id, processes, pause=QUICKLY)
    assert not log.broken
    assert kills
    print(f"{kills} kills, {log.lost} requests asked again, {len(log.games)} games")
    return await check(place, id)


async def test_a_knockout_goes_on_after_its_process_is_killed(tmp_path: Path) -> None:
    async with cluster(1, str(tmp_path)) as processes:
        found = await killed(str(tmp_path), processes, 4, system="knockout")
    expect_knockout(found)


@pytest.mark.nightly
async def test_another_process_goes_on_with_a_knockout(postgres: Postgres) -> None:
    place = await postgres.new_database()
    async with cluster(2, place) as processes:
        found = await killed(place, processes, 8, system="knockout")
    expect_knockout(found)


def expect_knockout(found: Tournament) -> None:
    """Checks that every match was played to its end, and that the last one has the winner."""
    assert not found.pending
    matches = [match for stage in knockout.stages(found) for match in stage]
    assert all(len(match.games) >= 2 for match in matches if match.first and match.second)
    assert knockout.champion(found) == ranking(found)[0].player.id


@pytest.mark.nightly
async def test_an_arena_goes_on_after_its_process_is_killed(tmp_path: Path) -> None:
    async with cluster(1, str(tmp_path)) as processes:
        found = await killed(str(tmp_path), processes, 7, system="arena", lasts=1)
    expect_arena(found)


@pytest.mark.nightly
async def test_another_process_goes_on_with_an_arena(postgres: Postgres) -> None:
    place = await postgres.new_database()
    async with cluster(2, place) as processes:
        found = await killed(place, processes, 7, system="arena", lasts=1)
    expect_arena(found)


def expect_arena(found: Tournament) -> None:
    """Checks that it was continued after the kills, all players played, and every game has a result."""
    assert found.closed
    assert not found.pending
    assert len(found.rounds) > 2
    assert {player for round in found.rounds for game in round.games for player in (game.white, game.black)} == set(
        found.entrants
    )


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["PostgreSQL", "Redis"])
async def test_a_store_that_is_killed_in_a_round_leaves_the_tournament_right(
    stores: tuple[Postgres, Redis], name: str
) -> None:
    postgres, redis = stores
    place = await postgres.new_database()
    victim: Server = postgres if name == "PostgreSQL" else redis
    members = await enrol(place, 8)
    async with (
        cluster(2, place, redis=f"redis://127.0.0.1:{redis.port}/0") as processes,
        playing(place, processes, members, system="swiss", rounds=4) as (id, client, log),
    ):
        for round in (1, 3):
            await in_mid_round(client, id, round)
            await asyncio.to_thread(victim.kill)
            await asyncio.sleep(DOWN_SECONDS)
            await asyncio.to_thread(victim.start)
        await until_over(client, id)
    assert not log.broken
    found = await check(place, id)
    assert [len(round.games) for round in found.rounds] == [4] * 4
    assert len(log.games) == 16


async def in_mid_round(client: Client, id: str, round: int) -> None:
    """Waits until this round, or a later one, is being played."""
    while True:
        shown = await client.ask("GET", f"/api/v1/tournaments/{id}")
        open_boards = [board for board in shown["boards"] if "result" not in board]
        if shown["announced"]["stored"]["rounds"] >= round and open_boards:
            return
        await asyncio.sleep(0.1)


@pytest.mark.parametrize("kills", [1, 2])
async def test_a_pairing_whose_process_is_killed_is_made_once(tmp_path: Path, kills: int) -> None:
    """The process that pairs is killed while the driver waits for it. A second process pairs or, if that is killed too,
    the driver's next step does."""
    async with evening(tmp_path, many=2) as club:
        await club.announce(12, system="swiss", rounds=2, pause=0)
        for round in (1, 2):
            failed = pytest.raises(RuntimeError, match="the pairing failed") if kills > 1 else nullcontext()
            with failed:
                await asyncio.gather(club.step(), asyncio.to_thread(kill_pairings, kills))
            await club.step()
            await club.step()
            found = await check(str(tmp_path), club.id)
            assert len(found.rounds) == round
            assert len(found.rounds[round - 1].games) == 6
            await club.end()


def kill_pairings(count: int) -> None:
    """Kills this many processes that pair for this process, as soon as they exist."""
    killed: set[int] = set()
    while len(killed) < count:
        killed.add(kill_pairing(killed))


def kill_pairing(known: Collection[int]) -> int:
    """Kills a process that pairs for this process and is not among `known`; returns its id."""
    children = Path(f"/proc/{os.getpid()}/task")
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for child in (int(each) for file in children.glob("*/children") for each in file.read_text().split()):
            if child not in known and _pairs(child):
                os.kill(child, signal.SIGKILL)
                return child
    raise AssertionError("nobody paired")


def _pairs(process: int) -> bool:
    try:
        return pairing_process.__name__.encode() in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:  # The process has ended meanwhile.
        return False
