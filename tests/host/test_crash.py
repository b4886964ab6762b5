"""The process is killed in the middle of a game, again and again: nothing is lost, nothing is stored twice, and the
game continues."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest

from damaci.host import Engines, Rooms
from damaci.play.events import Moved
from damaci.store import Store
from tests.host.fakes import FakeEngine
from tests.support import ROOT

pytestmark = pytest.mark.anyio

HOST = """
import asyncio, sys
from damaci.host import Engines, Rooms
from damaci.play.events import Seat, Settings
from damaci.store import Store
from tests.host.fakes import FakeEngine

async def main(folder):
    engine = Seat("engine", level="beginner")
    async with Store(folder) as store:
        rooms = Rooms(store, Engines(FakeEngine))
        room = await rooms.unfinished() or await rooms.create(Settings(seed=11), engine, engine)
        with room.subscribe(after=0) as news:
            async for version, _ in news:
                print(version, flush=True)

asyncio.run(main(sys.argv[1]))
"""


async def test_killed_again_and_again_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    chance = random.Random(3)
    shown = 0
    for _ in range(4):
        shown = max(shown, play_and_kill(tmp_path, lines=chance.randrange(2, 12), delay=chance.random() * 0.01))
    async with Store(tmp_path) as store:
        [summary] = await store.games.list()
        events = await store.log.read(summary.id)
        assert shown <= len(events)
        engines = Engines(FakeEngine, size=1)
        rooms = Rooms(store, engines)
        room = await rooms.get(summary.id)
        with room.subscribe(after=0) as news:
            async with asyncio.timeout(60):
                while not room.table.ended:
                    await anext(news)
        await rooms.close()
        engines.close()
    assert room.events[: len(events)] == events
    assert [event.ply for event in room.events if isinstance(event, Moved)] == list(range(1, room.table.ply + 1))


def play_and_kill(folder: Path, lines: int, delay: float) -> int:
    """Runs a host until it has printed `lines` versions, and for `delay` seconds more; returns the last version that it
    printed."""
    with subprocess.Popen([sys.executable, "-c", HOST, folder], stdout=subprocess.PIPE, text=True, cwd=ROOT) as host:
        assert host.stdout is not None
        versions = [host.stdout.readline() for _ in range(lines)]
        try:
            host.wait(delay)
        except subprocess.TimeoutExpired:
            host.kill()
        return int((versions + host.stdout.read().splitlines())[-1])
