"""What stays in memory after a connection, and when reference cycles are looked for."""

import asyncio
import gc
import json
import weakref
from collections.abc import AsyncIterator, Iterator
from itertools import accumulate, repeat
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from damaci.host import Conversation
from damaci.online.app import create_online_app
from damaci.online.garbage import Garbage
from damaci.online.identity import Visitor
from damaci.online.settings import OnlineSettings
from damaci.site.protocol import FASTEST
from damaci.site.websocket import WebSockets
from tests.host.fakes import eventually
from tests.online.bots import Guest, begin_game
from tests.site.serving import served

pytestmark = pytest.mark.anyio

OF_A_CONNECTION = (FASTEST, WebSockets, Visitor, Conversation)


class Circle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def no_other_collection() -> Iterator[None]:
    """Leaves Python's own settings as they were."""
    thresholds = gc.get_threshold()
    gc.disable()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    gc.enable()


@pytest.fixture
async def port(tmp_path: Path, anyio_backend: str) -> AsyncIterator[int]:
    """The port of a server in this process."""
    app = create_online_app(OnlineSettings(database=str(tmp_path), make_tables=0))
    async with app.lifespan(), served(app) as port:
        yield port


async def game(port: int) -> str:
    """A new game of two guests."""
    async with httpx.AsyncClient() as client:
        return await begin_game(f"http://127.0.0.1:{port}", Guest(client), Guest(client))


def living() -> list[object]:
    return [each for each in gc.get_objects() if type(each) in OF_A_CONNECTION]


@pytest.mark.parametrize("path", ["/ws/game/{game}", "/ws/lobby"])
async def test_a_closed_connection_is_forgotten_without_a_search_for_cycles(port: int, path: str) -> None:
    address = f"ws://127.0.0.1:{port}" + path.format(game=await game(port))
    gc.collect()
    for _ in range(3):
        async with connect(address) as client:
            if "game" in path:
                await client.send(json.dumps({"type": "hello"}))
            await client.recv()
            assert living()
    await eventually(lambda: not living())


def forgotten() -> weakref.ref[Circle]:
    """A reference cycle that nobody refers to any more."""
    return weakref.ref(Circle())


@pytest.mark.parametrize(
    ("work", "enough"), [(0.0, 1_000_000 * 1.25 + 200_000), (0.3, 1_000_000 * 2 + 4_000_000)], ids=["leisure", "busy"]
)
async def test_older_objects_are_looked_through_after_the_memory_has_grown(work: float, enough: float) -> None:
    blocks = 1_000_000
    garbage = Garbage(lambda: blocks, accumulate(repeat(work * 0.01)).__next__, seconds=0.01)
    garbage.start()
    circle = forgotten()
    frozen = gc.get_freeze_count()
    await eventually(lambda: gc.get_freeze_count() > frozen)
    blocks = int(enough)
    await asyncio.sleep(0.05)
    assert circle()
    blocks += 1
    await eventually(lambda: not circle())
    await garbage.close()


async def test_the_youngest_objects_are_looked_through_by_themselves() -> None:
    gc.enable()
    garbage = Garbage()
    garbage.start()
    circle = forgotten()
    kept = [[] for _ in range(20_000)]
    assert not circle()
    assert kept
    await garbage.close()
