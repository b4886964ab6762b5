"""The boards of a tournament that is served by several processes: a move at one of them is shown at the other."""

import asyncio
import json
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from damaci.online.moderation import Moderation
from damaci.online.orders import REMOVED
from damaci.store import Store
from damaci.wire.closing import NO_SUCH_GAME
from tests.online.cluster import Process
from tests.online.process import Client
from tests.online.tournaments.bots import Account, enrol
from tests.online.tournaments.test_run import QUICK, start_now
from tests.servers import Postgres, Redis
from tests.support import PATIENCE


@pytest.fixture
def place(postgres: Postgres) -> str:
    return asyncio.run(postgres.new_database())


@pytest.fixture
def members(place: str) -> list[Account]:
    return asyncio.run(enrol(place, 4))


@pytest.fixture
def processes(place: str, members: list[Account], redis: Redis) -> Iterator[tuple[Process, Process]]:
    first, second = (Process(place, redis=redis.url, accounts="open") for _ in range(2))
    first.start()
    second.start()
    yield first, second
    first.close()
    second.close()


def news(socket: ClientConnection) -> Any:
    while True:
        message = json.loads(socket.recv(PATIENCE))
        if message["type"] == "boards":
            return message


def announce(process: Process, members: list[Account], place: str) -> str:
    clients = [Client(process.address, each.secret) for each in members]
    wish = {"name": "Sunday", "starts": time.time() + 3600, "rounds": 2, **QUICK}
    id: str = clients[0].send("POST", "/api/v1/tournaments", wish)["id"]
    for client in clients:
        client.send("POST", f"/api/v1/tournaments/{id}/join")
    asyncio.run(start_now(place, id))
    return id


def play(process: Process, members: list[Account], game: str, ply: int, move: str) -> None:
    """Makes a move of the player whose turn it is."""
    color = "white" if ply % 2 else "black"
    clients = [Client(process.address, each.secret) for each in members]
    [mover] = [each for each in clients if each.send("GET", f"/api/v1/games/{game}")["you"] == [color]]
    mover.send("POST", f"/api/v1/games/{game}/requests", {"type": "move", "id": f"m{ply}", "ply": ply, "move": move})


def test_what_is_played_here_is_seen_there(
    processes: tuple[Process, Process], members: list[Account], place: str
) -> None:
    first, second = processes
    id = announce(first, members, place)
    with connect(
        f"{second.address.replace('http', 'ws')}/ws/tournaments/{id}/boards/1", open_timeout=PATIENCE
    ) as socket:
        told = news(socket)
        while not told["games"]:
            told = news(socket)
        game = told["games"][0]
        assert (told["total"], [each["plies"] for each in told["boards"]]) == (2, [0, 0])
        play(first, members, game, 1, "d3-d4")
        [changed] = news(socket)["boards"]
        assert (changed["game"], changed["last"]["text"]) == (game, "d3-d4")
        first.kill()
        play(second, members, game, 2, "a6-a5")
        [changed] = news(socket)["boards"]
        assert (changed["plies"], changed["clocks"]["running"]) == (2, "white")
    first.start()
    shown = Client(first.address).send("GET", f"/api/v1/tournaments/{id}/boards")
    assert [each["plies"] for each in shown["boards"] if each["game"] == game] == [2]


def test_the_name_of_a_deleted_arbiter_is_forgotten_everywhere(
    processes: tuple[Process, Process], members: list[Account], place: str
) -> None:
    """The arbiter has not played, so the tournament has as many events as before."""
    arbiter = Client(processes[0].address, members[3].secret)
    wish = {"name": "Sunday", "starts": time.time() + 3600, "rounds": 2, **QUICK}
    id = arbiter.send("POST", "/api/v1/tournaments", wish)["id"]
    arbiter.send("POST", f"/api/v1/tournaments/{id}/steps", {"command": ORDER})
    assert [members[3].name in log(each, id) for each in processes] == [True, True]
    asyncio.run(erase(place, members[3].player))
    ends = time.monotonic() + PATIENCE
    while any(members[3].name in log(each, id) for each in processes):
        assert time.monotonic() < ends
        time.sleep(0.1)


ORDER = {"type": "order-tiebreaks", "tiebreaks": ["WON"]}


async def erase(place: str, player: str) -> None:
    async with Store(place) as store:
        await store.erasure.erase(player, time.time())


def log(process: Process, id: str) -> str:
    with urllib.request.urlopen(f"{process.address.rstrip('/')}/api/tournaments/{id}/main?view=log") as answer:
        text: str = answer.read().decode()
    return text


@pytest.mark.parametrize("path", ["", "/boards/1"])
def test_open_pages_learn_everywhere_that_a_tournament_is_removed(
    processes: tuple[Process, Process], members: list[Account], place: str, path: str
) -> None:
    arbiter = Client(processes[0].address, members[0].secret)
    wish = {"name": "Sunday", "starts": time.time() + 3600, "rounds": 2, **QUICK}
    id = arbiter.send("POST", "/api/v1/tournaments", wish)["id"]
    here, there = (Client(each.address).socket(f"/ws/tournaments/{id}{path}") for each in processes)
    with connect(here) as one, connect(there) as other:
        for socket in (one, other):
            socket.recv(PATIENCE)
        asyncio.run(remove(place, id))
        for socket in (one, other):
            with suppress(ConnectionClosed):
                while socket.recv(PATIENCE):
                    pass
            assert (socket.close_code, socket.close_reason) == (NO_SUCH_GAME, REMOVED)


async def remove(place: str, id: str) -> None:
    async with Store(place) as store:
        await Moderation(store, "operator@test").remove_tournament(id, "offensive")
