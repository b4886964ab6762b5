"""The players of the harness continue by themselves, whatever the last message to them was."""

import asyncio
import json

import httpx
import pytest
from websockets.asyncio.server import ServerConnection, serve

from tests.faults.history import History
from tests.faults.players import Guest, Side
from tests.host.fakes import eventually

pytestmark = pytest.mark.anyio


async def test_a_player_whose_answer_was_lost_moves_on_though_the_reply_came_first() -> None:
    moves: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    async def host(socket: ServerConnection) -> None:
        await socket.recv()  # hello
        await socket.send(_snapshot(ply=0 if moves.empty() else 2))
        move = json.loads(await socket.recv())
        await moves.put(move)
        if moves.qsize() == 1:
            return  # the move is stored, but the answer is lost with the connection
        await socket.send(json.dumps({"type": "done", "id": move["id"]}))
        await moves.put(json.loads(await socket.recv()))

    async with serve(host, "127.0.0.1", 0) as server, httpx.AsyncClient() as client:
        address = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        playing = asyncio.create_task(Side(Guest(client, [address]), "game", "white", History()).play())
        await eventually(lambda: moves.qsize() >= 3)
        playing.cancel()
    plies = [moves.get_nowait()["ply"] for _ in range(3)]
    assert plies == [1, 1, 3]


async def test_a_player_offers_a_rematch_once() -> None:
    offers: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    async def host(socket: ServerConnection) -> None:
        await socket.recv()  # hello
        await socket.send(json.dumps({"type": "snapshot", "now": {"ply": 9, "turn": "white", "result": "1-0"}}))
        async for text in socket:
            offers.put_nowait(json.loads(text))
            await socket.send(json.dumps({"type": "done", "id": json.loads(text)["id"]}))
            await socket.send(json.dumps({"type": "there"}))

    async with serve(host, "127.0.0.1", 0) as server, httpx.AsyncClient() as client:
        address = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        playing = asyncio.create_task(Side(Guest(client, [address]), "game", "white", History()).play())
        await eventually(lambda: offers.qsize())
        await asyncio.sleep(0.2)
        playing.cancel()
    assert [each["type"] for each in [offers.get_nowait() for _ in range(offers.qsize())]] == ["offer-rematch"]


def _snapshot(ply: int) -> str:
    return json.dumps({"type": "snapshot", "now": {"ply": ply, "turn": "white", "legal": [{"text": "a3-a4"}]}})
