"""A visitor who requests as much as possible, on a real server: the others can still play. No test here measures
time."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from damaci.online.costs import ENGINE_GAMES, MOST_CONNECTIONS, MOST_OF_PLAYER
from damaci.online.frames import MOST_IN_VAIN
from damaci.online.gates import MOST
from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
from tests.online.bots import Bot, Guest, Tally
from tests.online.cluster import Process
from tests.online.process import serving
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

ATTACKER = "6.6.6.6"
SOCKETS = 8
ILLEGAL = msgspec.json.encode({"type": "move", "ply": 1, "move": "a1a8", "id": "x"}).decode()
OUT_OF_BOOK = msgspec.json.encode({"type": "move", "ply": 1, "move": "b3-c4", "id": "x"}).decode()
"""A first move of `world` that leads out of the book."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(str(tmp_path_factory.mktemp("attacked")), engine_games="100")
    process.start()
    yield process
    process.close()


def attacker(client: httpx.AsyncClient) -> Guest:
    guest = Guest(client)
    guest._address = ATTACKER
    return guest


def follow(server: Process, guest: Guest, game: str) -> connect:
    url = f"{server.address.replace('http', 'ws', 1)}/ws/game/{game}"
    return connect(
        url,
        additional_headers=guest.headers,
        compression=None,
        ping_interval=None,
        open_timeout=PATIENCE,
        close_timeout=1,
    )


async def begin(server: Process, white: Guest, black: Guest) -> str:
    games = f"{server.address}/api/v1/games"
    game = (await white.post(games, {"color": "white"}))["id"]
    await black.post(f"{games}/{game}/join")
    return game


async def send_illegal_moves(connecting: connect, refused: Counter[str]) -> str:
    """Sends illegal moves until the server closes the connection; returns the reason."""
    async with connecting as socket:
        try:
            while True:
                await socket.send(ILLEGAL)
                while (answer := msgspec.json.decode(await socket.recv()))["type"] != "refused":
                    pass
                refused[answer["code"]] += 1
        except ConnectionClosed:
            return f"{socket.close_code} {socket.close_reason}"


async def test_a_flood_of_illegal_moves_is_slowed_and_ended_while_others_play(server: Process) -> None:
    tally = Tally()
    refused = Counter[str]()
    async with httpx.AsyncClient(timeout=PATIENCE) as client, asyncio.TaskGroup() as tasks:
        eve = [attacker(client), attacker(client)]
        ada = Guest(client)
        can = Guest(client)
        game = await begin(server, ada, can)
        bots = [
            Bot(game, color, guest.headers, [server.address], tally, pace=0.02)
            for color, guest in (("white", ada), ("black", can))
        ]
        own = await begin(server, eve[0], eve[1])
        floods = [
            tasks.create_task(send_illegal_moves(follow(server, eve[number % 2], own), refused))
            for number in range(SOCKETS)
        ]
        playing = [tasks.create_task(bot.play()) for bot in bots]
        reasons = await asyncio.wait_for(asyncio.gather(*floods), PATIENCE)
        for each in playing:
            each.cancel()
    assert all(reason.startswith("1008 too-many; retry-after=") for reason in reasons)
    assert 0 < refused.total() <= SOCKETS * MOST_IN_VAIN
    assert tally.acknowledged, "others play"
    assert not tally.refused
    assert not tally.reconnections


async def test_silent_connections_of_one_address_keep_out_nobody_else(tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        there = urlsplit(process.address)
        async with AsyncExitStack() as open_connections:
            for _ in range(MOST_CONNECTIONS):
                _, writer = await asyncio.open_connection(there.hostname, there.port)
                open_connections.callback(writer.close)
            async with httpx.AsyncClient(timeout=PATIENCE) as client:
                with pytest.raises((httpx.ReadError, httpx.RemoteProtocolError)):
                    await client.get(f"{process.address}health")
            elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
            async with httpx.AsyncClient(timeout=PATIENCE, transport=elsewhere) as client:
                assert (await client.get(f"{process.address}health")).status_code == 200


@pytest.mark.parametrize("length", [60, 1_000_000], ids=["short", "long"])
async def test_who_sends_slowly_keeps_nobody_of_the_same_address_waiting(server: Process, length: int) -> None:
    """A body of which nothing more comes is waited for until the connection is closed, after 20 seconds."""
    there = urlsplit(server.address)
    head = f"POST /api/v1/studies HTTP/1.1\r\nHost: {there.netloc}\r\nX-Forwarded-For: 6.6.7.{length % 9}\r\n"
    head += f"Cookie: {TOKEN_COOKIE}=t\r\n{TOKEN_HEADER}: t\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    async with AsyncExitStack() as open_connections:
        readers = []
        for _ in range(MOST):
            reader, writer = await asyncio.open_connection(there.hostname, there.port)
            open_connections.callback(writer.close)
            writer.write(head.encode())
            readers.append(reader)
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            games = f"{server.address}/api/v1/games"
            answer = await client.get(games, headers={"X-Forwarded-For": f"6.6.7.{length % 9}"})
        assert answer.status_code == 200
        assert not any(reader.at_eof() for reader in readers), "answered before they had been given up"


async def test_one_player_has_only_so_many_sockets(server: Process) -> None:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        eve = attacker(client)
        can = attacker(client)
        game = await begin(server, eve, can)
        async with AsyncExitStack() as sockets:
            for number in range(MOST_OF_PLAYER):
                eve._address = f"6.6.6.{number}"
                await sockets.enter_async_context(follow(server, eve, game))
            with pytest.raises(InvalidStatus) as refused:
                await follow(server, eve, game)
            answer = refused.value.response
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert msgspec.json.decode(answer.body or b"")["error"] == "too-many"
            async with follow(server, can, game) as socket:
                await socket.send('{"type": "hello"}')


async def test_who_asks_for_the_computers_moves_last_is_not_answered_last(server: Process) -> None:
    """One address has six games in which the computer must think, because its book is at an end; then somebody else
    asks for a move."""
    happened: list[str] = []
    slow = {"opponent": "engine", "level": "free-3s", "color": "white", "ruleset": "world"}

    async def wait_for_move(who: str, guest: Guest, game: str) -> None:
        async with asyncio.timeout(PATIENCE), follow(server, guest, game) as socket:
            await socket.send('{"type": "hello"}')
            await socket.send(OUT_OF_BOOK)
            async for text in socket:
                if msgspec.json.decode(text).get("now", {}).get("ply") == 2:
                    happened.append(who)
                    return

    games = f"{server.address}/api/v1/games"
    async with httpx.AsyncClient(timeout=PATIENCE) as client, asyncio.TaskGroup() as tasks:
        eve = attacker(client)
        ada = Guest(client)
        for _ in range(6):
            game = (await eve.post(games, slow))["id"]
            tasks.create_task(wait_for_move("eve", eve, game))
        game = (await ada.post(games, slow | {"level": "beginner"}))["id"]
        happened.append("ada asks")
        tasks.create_task(wait_for_move("ada", ada, game))
    meanwhile = happened[happened.index("ada asks") : happened.index("ada")]
    assert happened[-1] == "eve"
    assert meanwhile.count("eve") <= 3


async def test_one_address_begins_only_so_many_games_against_the_computer(server: Process) -> None:
    most = int(ENGINE_GAMES.address.burst)
    begun = 0
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        games = f"{server.address}/api/v1/games"
        wish = {"opponent": "engine", "level": "beginner", "color": "white"}
        refused = None
        while refused is None:
            guest = attacker(client)
            guest._address = "6.6.7.7"
            try:
                await guest.post(games, wish)
                begun += 1
            except httpx.HTTPStatusError as error:
                refused = error.response
        assert (refused.status_code, refused.json()["error"]) == (429, "too-many")
        assert int(refused.headers["retry-after"]) > 0
        assert begun >= most
        assert (await Guest(client).post(games, wish))["id"]
