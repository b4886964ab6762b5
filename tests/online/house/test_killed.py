"""A game with one of the house's players goes on although its process was killed and nobody comes back to it."""

import asyncio
import time
from pathlib import Path

from damaci.play.events import AnyEvent, Ended, Moved
from damaci.store import Store
from tests.online.process import Client, serving
from tests.support import PATIENCE

FAST = "import damaci.online.house.driver as driver; driver.QUIET_SECONDS = 0.5; driver.LOOK_SECONDS = 0.2"
"""A game is missed after half a second."""


def test_a_killed_process_leaves_its_games_to_the_next_one(tmp_path: Path) -> None:
    with serving(tmp_path, FAST) as server:
        game = begin(Client(server.address))
        server.kill()
    before = log(tmp_path, game)
    assert not isinstance(before[-1], Ended)
    with serving(tmp_path, FAST):
        until = time.monotonic() + PATIENCE
        while not isinstance((after := log(tmp_path, game))[-1], Ended):
            assert time.monotonic() < until
            time.sleep(0.2)
    assert after[: len(before)] == before
    assert after[-1].result == "0-1"  # White was asked for nothing but to come back, and did not.
    plies = [event.ply for event in after if isinstance(event, Moved)]
    assert plies == [*range(1, len(plies) + 1)]


def begin(ada: Client) -> str:
    """A game against the sparrow in which both have moved twice, and it is white's turn or the sparrow's."""
    clock = {"base": 1, "increment": 2}
    game: str = ada.send("POST", "/api/v1/challenges", {"to": "Serçe", "color": "white", "clock": clock})["id"]
    ada.send("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    until = time.monotonic() + PATIENCE
    while ada.send("GET", f"/api/v1/games/{game}")["now"]["ply"] < 2:
        assert time.monotonic() < until
        time.sleep(0.05)
    return game


def log(folder: Path, game: str) -> list[AnyEvent]:
    """What has happened so far, as it is stored."""

    async def read() -> list[AnyEvent]:
        store = await Store(folder).open_existing()
        try:
            return list(await store.log.read(game))
        finally:
            await store.close()

    return asyncio.run(read())
