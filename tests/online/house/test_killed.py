"""A game with one of the house's players continues after its process is killed, even if its player does not come
back."""

import asyncio
import time
from pathlib import Path

from damaci.play.events import AnyEvent, Ended, Moved
from damaci.store import Store
from tests.online.process import Client, serving
from tests.support import PATIENCE

FAST = "import damaci.online.house.driver as driver; driver.QUIET_SECONDS = 0.5; driver.LOOK_SECONDS = 0.2"
"""The driver checks a game after half a second without events."""


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
    assert after[-1].result == "0-1"  # White did not come back, and has lost for that.
    plies = [event.ply for event in after if isinstance(event, Moved)]
    assert plies == [*range(1, len(plies) + 1)]


def begin(ada: Client) -> str:
    """Begins a game against the player Serçe, and waits until both sides have moved."""
    clock = {"base": 1, "increment": 2}
    game: str = ada.send("POST", "/api/v1/challenges", {"to": "Serçe", "color": "white", "clock": clock})["id"]
    ada.send("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    until = time.monotonic() + PATIENCE
    while ada.send("GET", f"/api/v1/games/{game}")["now"]["ply"] < 2:
        assert time.monotonic() < until
        time.sleep(0.05)
    return game


def log(folder: Path, game: str) -> list[AnyEvent]:
    """The stored events of the game."""

    async def read() -> list[AnyEvent]:
        store = await Store(folder).open_existing()
        try:
            return list(await store.log.read(game))
        finally:
            await store.close()

    return asyncio.run(read())
