"""The house's players on a server of several processes, one of which is killed."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.online.cluster import Process
from tests.online.conftest import eventually
from tests.online.process import Client
from tests.servers import Postgres, Redis
from tests.support import PATIENCE

FAST = """
import damaci.online.house.driver as driver
driver.QUIET_SECONDS, driver.LOOK_SECONDS, driver.LEASE_SECONDS = 0.5, 0.2, 1.0
from damaci.cli.main import main
main()
"""
"""The driver checks a game after half a second without events; another process takes over after one second."""
CLOCK = {"clock": {"base": 300, "increment": 3}}
PEOPLE = 4


@pytest.fixture
def processes(postgres: Postgres, redis: Redis) -> Iterator[tuple[Process, Process]]:
    place = asyncio.run(postgres.new_database())
    program = [sys.executable, "-c", FAST]
    first, second = (Process(place, program, redis=redis.url, accounts="open", house_seconds="1") for _ in range(2))
    first.start()
    second.start()
    yield first, second
    first.close()
    second.close()


def test_a_game_goes_on_at_the_other_process(processes: tuple[Process, Process]) -> None:
    first, second = processes
    ada = Client(first.address)
    game: str = ada.send("POST", "/api/v1/challenges", {"to": "Serçe", "color": "white"} | CLOCK)["id"]
    play(ada, game, 1, "d3d4")
    first.kill()
    there = Client(second.address)
    there.session = ada.session
    eventually(lambda: plies(there, game) == 2)
    play(there, game, 3, move_of(there, game))
    eventually(lambda: plies(there, game) == 4)


def test_everybody_who_waits_is_found_once(processes: tuple[Process, Process]) -> None:
    first, second = processes
    with ExitStack() as lobby:
        waiting = [Waiting(process.address, lobby) for process in (first, second) for _ in range(PEOPLE // 2)]
        eventually(lambda: all(each.plays for each in waiting))
        first.kill()
        late = Waiting(second.address, lobby)
        eventually(lambda: late.plays)
        assert all(each.games(second.address) == 1 for each in [*waiting, late])


class Waiting:
    """A visitor who has an open seek, and stays in the lobby until it is closed."""

    def __init__(self, address: str, lobby: ExitStack) -> None:
        self._client = Client(address)
        self._client.send("PUT", "/api/v1/player", {"name": "Somebody"})
        headers = {"Cookie": self._client.headers["Cookie"]}
        lobby.enter_context(
            connect(self._client.socket("/ws/lobby"), additional_headers=headers, open_timeout=PATIENCE)
        )
        self._seek: str = self._client.send("POST", "/api/v1/seeks", CLOCK)["id"]

    @property
    def plays(self) -> bool:
        """Whether the visitor's game has begun."""
        return self.games(self._client.address) > 0

    def games(self, address: str) -> int:
        """The number of the visitor's games, as told by the process at this address."""
        there = Client(address)
        there.session = self._client.session
        return len(there.send("GET", "/api/v1/games")["games"])


def play(somebody: Client, game: str, ply: int, move: str) -> None:
    command = {"type": "move", "id": f"m{ply}", "ply": ply, "move": move}
    somebody.send("POST", f"/api/v1/games/{game}/requests", command)


def plies(somebody: Client, game: str) -> int:
    return int(state(somebody, game)["now"]["ply"])


def move_of(somebody: Client, game: str) -> str:
    """The first legal move."""
    text: str = state(somebody, game)["now"]["legal"][0]["text"]
    return text


def state(somebody: Client, game: str) -> Any:
    return somebody.send("GET", f"/api/v1/games/{game}")
