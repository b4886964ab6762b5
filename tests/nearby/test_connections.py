"""Connections to the listener for browsers nearby that are too many or send nothing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from litestar import Litestar, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import connect

from damaci.nearby import connections
from damaci.nearby.connections import MOST_CONNECTIONS, MOST_OF_ONE
from damaci.nearby.door import BrowserListener

pytestmark = pytest.mark.anyio
PATIENCE = 20
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Behind:
    """An app behind the listener, with a page of one word and a WebSocket."""

    def __init__(self) -> None:
        self.began = asyncio.Event()
        self.ended = asyncio.Event()

    def app(self) -> Litestar:
        @get("/")
        async def word() -> str:
            return "here"

        @websocket("/ws")
        async def listen(socket: WebSocket[Any, Any, Any]) -> None:
            await socket.accept()
            self.began.set()
            try:
                with contextlib.suppress(WebSocketDisconnect):
                    await socket.receive_text()
            finally:
                self.ended.set()

        return Litestar([word, listen], openapi_config=None, logging_config=None)


@pytest.fixture
def behind() -> Behind:
    return Behind()


@pytest.fixture
async def door(behind: Behind, anyio_backend: str) -> AsyncIterator[BrowserListener]:
    listener = await BrowserListener.open("127.0.0.1", 0, behind.app())
    yield listener
    await listener.close()


@pytest.fixture
async def streams(anyio_backend: str) -> AsyncIterator[list[Stream]]:
    """The connections that were opened; they are closed at the end."""
    opened: list[Stream] = []
    yield opened
    for _, writer in opened:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def connected(door: BrowserListener, streams: list[Stream], own: str) -> Stream:
    """Opens a connection from one of this machine's own addresses."""
    host, port = door.address.split(":")
    streams.append(await asyncio.open_connection(host, int(port), local_addr=(own, 0)))
    return streams[-1]


async def heard(stream: Stream) -> str:
    """The body of the response to a request; empty if the connection was closed."""
    reader, writer = stream
    try:
        writer.write(b"GET / HTTP/1.1\r\nhost: any\r\nconnection: close\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            return (await reader.read()).decode().rpartition("\r\n")[2]
    except ConnectionError:
        return ""


async def test_one_address_has_so_many_connections(door: BrowserListener, streams: list[Stream]) -> None:
    for _ in range(MOST_OF_ONE):
        await connected(door, streams, "127.0.0.2")
    assert await heard(await connected(door, streams, "127.0.0.2")) == ""
    assert await heard(await connected(door, streams, "127.0.0.3")) == "here"
    assert await heard(streams[0]) == "here"
    assert await heard(await connected(door, streams, "127.0.0.2")) == "here"


async def test_all_together_have_so_many_and_sockets_count(door: BrowserListener, streams: list[Stream]) -> None:
    async with contextlib.AsyncExitStack() as sockets:
        for number in range(MOST_CONNECTIONS):
            own = f"127.0.0.{2 + number // MOST_OF_ONE}"
            if number % 2:
                await sockets.enter_async_context(
                    connect(f"ws://{door.address}/ws", local_addr=(own, 0), open_timeout=PATIENCE)
                )
            else:
                await connected(door, streams, own)
        assert await heard(await connected(door, streams, "127.0.0.99")) == ""
        assert await heard(streams[0]) == "here"
        assert await heard(await connected(door, streams, "127.0.0.99")) == "here"


async def test_who_asks_for_nothing_is_given_up_and_who_listens_is_not(
    door: BrowserListener, streams: list[Stream], behind: Behind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 0.2)
    async with connect(f"ws://{door.address}/ws", open_timeout=PATIENCE):
        reader, writer = await connected(door, streams, "127.0.0.2")
        writer.write(b"GET / HTTP/1.1\r\nhost: ")
        async with asyncio.timeout(PATIENCE):
            assert await reader.read() == b""
        assert not behind.ended.is_set()


async def test_a_phone_that_has_gone_without_a_word_is_noticed(
    door: BrowserListener, streams: list[Stream], behind: Behind
) -> None:
    server = vars(door)["_server"]
    server.config.ws_ping_interval = server.config.ws_ping_timeout = 0.1
    reader, writer = await connected(door, streams, "127.0.0.2")
    key = (
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: "
        "dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
    writer.write(f"GET /ws HTTP/1.1\r\nhost: any\r\n{key}\r\n".encode())
    async with asyncio.timeout(PATIENCE):
        await reader.readuntil(b"\r\n\r\n")
        await behind.began.wait()
        await behind.ended.wait()
