"""Tournaments that run to their end by themselves on a real server, and are complete whatever is killed."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from damaci.online.tournaments.driver import LEASE_SECONDS
from tests.online.cluster import Process
from tests.online.tournaments.bots import Account, Bot, Client, Log, enrol
from tests.online.tournaments.checker import check
from tests.online.tournaments.contest import announce, start_now
from tests.servers import Postgres
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

LONG = 4 * PATIENCE
"""Seconds until a whole tournament is over on a busy machine."""
QUICK = {"pause": 0, "minutes": 5, "increment": 0, "minutes_late": 10.0, "rated": True}


@asynccontextmanager
async def playing(
    place: str, processes: Sequence[Process], members: Sequence[Account], absent: int = 0, **wish: Any
) -> AsyncIterator[tuple[str, Client, Log]]:
    """A tournament that all these members have joined, and that their programs play; the last `absent` members ignore
    their calls."""
    log = Log()
    addresses = [process.address for process in processes]
    async with httpx.AsyncClient(timeout=PATIENCE) as http, asyncio.TaskGroup() as tasks:
        bots = [Bot(http, addresses, each, log) for each in members]
        id = await announce(bots[0], QUICK | wish)
        for bot in bots:
            assert not await bot.ask("POST", f"/api/v1/tournaments/{id}/join")
        await start_now(place, id)
        first_absent = len(bots) - absent
        running = [tasks.create_task(bot.run(absent=place >= first_absent)) for place, bot in enumerate(bots)]
        yield id, bots[0], log
        for task in running:
            task.cancel()


async def until_over(client: Client, id: str) -> dict[str, Any]:
    """The tournament, as soon as it is over."""
    async with asyncio.timeout(LONG):
        while True:
            shown: dict[str, Any] = await client.ask("GET", f"/api/v1/tournaments/{id}")
            if shown["announced"]["plan"]["over"]:
                return shown
            await asyncio.sleep(1)


async def test_a_swiss_of_sixteen_plays_itself_to_the_end(tmp_path: Path) -> None:
    members = await enrol(str(tmp_path), 16)
    process = Process(str(tmp_path), accounts="open")
    try:
        process.start()
        async with playing(str(tmp_path), [process], members, rounds=3) as (id, client, log):
            shown = await until_over(client, id)
    finally:
        process.close()
    assert not log.broken
    assert len(log.games) == 24
    assert len(shown["places"]) == 16
    assert sum(place["points"] for place in shown["places"]) == 24
    assert set(shown["places"][0]["tiebreaks"]) == {"BH-C1", "BH-C2", "SB", "WIN"}
    found = await check(str(tmp_path), id)
    assert len(found.rounds) == 3
    assert not found.pending


async def test_whatever_is_killed_rounds_are_paired_whole_and_results_entered_once(tmp_path: Path) -> None:
    """The only process is killed again and again, at any moment of pairing and of entering results."""
    members = await enrol(str(tmp_path), 8)
    process = Process(str(tmp_path), accounts="open")
    try:
        process.start()
        async with playing(str(tmp_path), [process], members, rounds=4) as (id, client, log):
            kills = await killing(client, id, [process])
    finally:
        process.close()
    assert not log.broken
    found = await check(str(tmp_path), id)
    assert len(found.rounds) == 4
    print(f"{kills} kills, {log.lost} requests asked again")


async def test_another_process_goes_on(postgres: Postgres) -> None:
    """There are two processes on one database. The process that drives the tournament is killed, and stays away long
    enough for the other one to take over."""
    place = await postgres.new_database()
    members = await enrol(place, 6)
    processes = [Process(place, accounts="open") for _ in range(2)]
    try:
        for process in processes:
            process.start()
        async with playing(place, processes, members, rounds=3, system="round-robin") as (id, client, log):
            kills = await killing(client, id, processes)
    finally:
        for process in processes:
            process.close()
    assert not log.broken
    found = await check(place, id)
    assert len(found.rounds) == 5
    print(f"{kills} kills, {log.lost} requests asked again")


async def killing(client: Client, id: str, processes: Sequence[Process], kills: int = 4, pause: float = 2.0) -> int:
    """Kills processes at random moments until the tournament is over, at most `kills` times; each is started again
    after a while in which the others must take over. Returns the number of kills. `pause`: the least number of seconds
    before each kill."""
    over = asyncio.create_task(until_over(client, id))
    for number in range(kills):
        await asyncio.wait([over], timeout=pause + 3 * random.random())
        if over.done():
            return number
        process = processes[number % len(processes)]
        process.kill()
        if len(processes) > 1:
            await asyncio.wait([over], timeout=LEASE_SECONDS)
        await asyncio.to_thread(process.start)
    await over
    return kills
