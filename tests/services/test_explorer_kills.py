"""Games are counted while the process is killed at any moment: each game is counted exactly once."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

from damaci import Position
from damaci.play.events import Ended, Moved, Opened, Seat, Settings
from damaci.services.analysis_board import Here
from damaci.services.explorer import Look, OpeningExplorer
from damaci.store import Store

GAMES = 120
COUNTING = """
import asyncio, sys
from damaci.services.explorer import _ways
from damaci.store import Store

async def count():
    async with Store(sys.argv[1]) as store:
        print("begins", flush=True)
        while games := await store.explorer.missing(3):
            logs = await store.log.read_many(dict.fromkeys(games, 0))
            from damaci.services.explorer import _ways
            await store.explorer.count({game: way for game, way in _ways(logs).items()})

asyncio.run(count())
"""


async def fill(folder: Path) -> None:
    async with Store(folder) as store:
        for number in range(GAMES):
            opened = Opened(settings=Settings(), white=Seat("person"), black=Seat("person"))
            moves = [Moved(ply=1, path=["d3", "d4"]), Moved(ply=2, path=["d6", "d5"])]
            await store.log.append(f"g{number}", 0, [opened, *moves, Ended(result="1-0", reason="resignation")])


async def waiting(folder: Path) -> int:
    async with Store(folder) as store:
        return len(await store.explorer.missing(GAMES))


async def counted(folder: Path) -> int:
    async with Store(folder) as store:
        found = await OpeningExplorer(store, asyncio.to_thread).look(Look(Here(fen=Position.start().fen)))
        assert not found.counting
        [kept] = [move.kept for move in found.moves if move.text == "d3-d4"]
        assert kept
        return kept.white


def test_each_game_is_counted_once_whoever_is_killed_when(tmp_path: Path) -> None:
    asyncio.run(fill(tmp_path))
    for delay in (0.02, 0.05, 0.1):
        process = subprocess.Popen([sys.executable, "-c", COUNTING, str(tmp_path)], stdout=subprocess.PIPE)
        assert process.stdout
        assert process.stdout.readline() == b"begins\n"
        time.sleep(delay)
        process.kill()
        process.wait()
        process.stdout.close()
    assert asyncio.run(waiting(tmp_path)) < GAMES, "those that were killed had counted some"
    assert asyncio.run(counted(tmp_path)) == GAMES
