"""A process that is killed while it appends: everything that was acknowledged must be stored, once, and nothing only in
part."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from damaci.play.events import Moved
from damaci.store import Store
from tests.store.samples import game
from tests.support import ROOT

pytestmark = pytest.mark.anyio

WRITER = """
import asyncio, sys
from damaci.store import Store
from tests.store.samples import moved, opened

async def main(folder):
    async with Store(folder) as store:
        version = len(await store.log.read("g")) or await store.log.append("g", 0, [opened()])
        while True:
            version = await store.log.append("g", version, [moved(version), moved(version + 1), moved(version + 2)])
            print(version, flush=True)

asyncio.run(main(sys.argv[1]))
"""


async def test_killed_at_any_moment_it_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(7)
    for _ in range(5):
        acknowledged = write_and_kill(tmp_path, after=chance.randrange(1, 20), delay=chance.random() * 0.003)
        async with Store(tmp_path) as store:
            events = await store.log.read("g")
            summary = await store.games.get("g")
        assert events == game(len(events) - 1)
        assert len(events) in (acknowledged, acknowledged + 3)
        assert summary is not None
        assert (summary.version, summary.plies) == (len(events), last_ply(events[-1]))


def write_and_kill(folder: Path, after: int, delay: float) -> int:
    """Runs a process that appends until it has acknowledged `after` times, and for `delay` seconds more; returns the
    last version that it acknowledged."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, folder], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as writer:
        assert writer.stdout is not None
        for _ in range(after):
            version = writer.stdout.readline()
        try:
            writer.wait(delay)
        except subprocess.TimeoutExpired:
            writer.kill()
        return int((writer.stdout.read().splitlines() or [version])[-1])


def last_ply(event: object) -> int:
    assert isinstance(event, Moved)
    return event.ply
