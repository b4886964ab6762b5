"""A broadcast that is served by several processes: what is entered at one is shown at the other, whichever is
killed."""

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.online.cluster import Process
from tests.online.conftest import eventually
from tests.online.process import Client
from tests.servers import Postgres, Redis
from tests.support import PATIENCE


@pytest.fixture
def processes(postgres: Postgres, redis: Redis) -> Iterator[tuple[Process, Process]]:
    place = asyncio.run(postgres.new_database())
    first, second = (Process(place, redis=redis.url, accounts="open") for _ in range(2))
    first.start()
    second.start()
    yield first, second
    first.close()
    second.close()


class Phone(Client):
    """A visitor with a link, whose browser keeps all cookies."""

    def open(self, link: str) -> str:
        """Opens a link; returns the id of its game."""
        body = json.dumps({"secret": link.partition("#")[2]}).encode()
        headers = self.headers | {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api/v1/broadcast-entry", body, headers, method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            self.session = answer.headers["set-cookie"].partition(";")[0]
            game: str = json.load(answer)["game"]
        return game

    def play(self, game: str, ply: int, move: str) -> None:
        color = "white" if ply % 2 else "black"
        command = {"type": "move", "id": f"m{ply}", "ply": ply, "move": move, "color": color}
        self.send("POST", f"/api/v1/games/{game}/requests", command)


def news(socket: ClientConnection) -> Any:
    while True:
        message = json.loads(socket.recv(PATIENCE))
        if message["type"] == "boards":
            return message


def test_what_is_entered_here_is_seen_there(processes: tuple[Process, Process]) -> None:
    first, second = processes
    owner = Client(first.address)
    phone = Phone(first.address)
    elsewhere = Phone(second.address)
    owner.send("POST", "/api/v1/account", {"name": "Hakem", "passphrase": "a long passphrase"})
    id = owner.send("POST", "/api/v1/broadcasts", {"name": "Open"})["id"]
    owner.send("POST", f"/api/v1/broadcasts/{id}/boards", {"white": "Ada", "black": "Bora"})
    link = owner.send("POST", f"/api/v1/broadcasts/{id}/boards/1/1/link")["url"]
    game = phone.open(link)
    with connect(f"{second.address.replace('http', 'ws')}/ws/broadcasts/{id}", open_timeout=PATIENCE) as socket:
        assert news(socket)["boards"][0]["plies"] == 0
        phone.play(game, 1, "d3-d4")
        assert news(socket)["boards"][0]["last"]["text"] == "d3-d4"
        first.kill()
        elsewhere.open(link)
        elsewhere.play(game, 1, "d3-d4")
        elsewhere.play(game, 2, "a6-a5")
        assert news(socket)["boards"][0]["last"]["text"] == "a6-a5"
    first.start()
    eventually(lambda: _plies(first, id) == 2)
    phone.play(game, 3, "e3-e4")
    eventually(lambda: _plies(second, id) == 3)


def _plies(process: Process, broadcast: str) -> int:
    found = Client(process.address).send("GET", f"/api/v1/broadcasts/{broadcast}")
    plies: int = found["boards"][0]["plies"]
    return plies
