"""Requests that never end."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest
from litestar import Litestar, WebSocket, get, post, websocket
from litestar.params import RawBody
from websockets.asyncio.client import connect

from damaci.site import protocol
from damaci.site.connection_limit import ConnectionLimit
from damaci.site.protocol import FASTEST, MAX_HEAD, MOST_PIPELINED, CountedProtocol, Plain
from tests.host.fakes import eventually
from tests.site.serving import served
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio
LONG = 20_000_000
"""Bytes, more than the system takes for a client who does not read."""
LINE = b"x: " + b"y" * 1000 + b"\r\n"
START = b"POST / HTTP/1.1\r\nhost: any\r\ncontent-type: text/plain\r\n"


@post("/")
async def count(body: RawBody) -> str:
    return f"{len(body)} bytes"


@get("/long")
async def long() -> str:
    return "a" * LONG


@websocket("/ws")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())
    await socket.close()


def small_app() -> Litestar:
    """An app with two handlers."""
    return Litestar([count, echo, long], openapi_config=None, logging_config=None, request_max_body_size=1_000_000)


@pytest.fixture
async def port(anyio_backend: str) -> AsyncIterator[int]:
    async with served(small_app()) as port:
        yield port


async def answer(port: int, *parts: bytes) -> bytes:
    """Sends a request in parts; returns everything that comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)
    said = b""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(20):
            while more := await reader.read(1000):
                said += more
                if b" bytes" in said:
                    break
    writer.close()
    return said


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([START, *[LINE] * 1000], id="headers"),
        pytest.param([START, b"x: ", *[b"y" * 1000] * 1000], id="one header"),
        pytest.param([START, b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n", *[LINE] * 1000], id="trailers"),
    ],
)
async def test_a_head_without_end_is_cut_off(port: int, parts: list[bytes]) -> None:
    said = await answer(port, *parts)
    assert b"bytes" not in said
    assert said == b"" or said.startswith(b"HTTP/1.1 4")


async def test_a_long_body_is_no_head(port: int) -> None:
    body = b"a" * (3 * MAX_HEAD)
    assert (await answer(port, START, b"content-length: %d\r\n\r\n" % len(body), body)).endswith(
        b"%d bytes" % len(body)
    )
    chunk = b"%x\r\n%s\r\n" % (1000, b"a" * 1000)
    said = await answer(port, START, b"transfer-encoding: chunked\r\n\r\n", *[chunk] * 200, b"0\r\n\r\n")
    assert said.endswith(b"200000 bytes")


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([], id="nothing"),
        pytest.param([START], id="half a head"),
        pytest.param([START, b"content-length: 10\r\n\r\n", b"12345"], id="half a body"),
        pytest.param([START, b"content-length: 1\r\n\r\n1", START], id="half a second request"),
    ],
)
async def test_who_says_no_more_is_not_waited_for(
    port: int, parts: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "SILENCE_SECONDS", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await writer.drain()
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(ConnectionError):
            while await reader.read(1000):
                pass  # the answer to the first of two requests
    writer.close()


async def test_a_body_that_goes_on_arriving_is_waited_for(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Long enough for a busy machine, on which the bytes come late and the client must not seem to be silent.
    monkeypatch.setattr(protocol, "SILENCE_SECONDS", 1.0)
    monkeypatch.setattr(protocol, "LEAST_BYTES", 1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(START + b"content-length: 10\r\n\r\n")
    for _ in range(10):
        await asyncio.sleep(0.15)
        writer.write(b"a")
    assert (await reader.readuntil(b"bytes")).endswith(b"10 bytes")
    writer.close()


async def answers(port: int, requests: int) -> int:
    """How many of some requests are answered that are sent at once over one connection, which then ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write((START + b"content-length: 1\r\n\r\na") * (requests - 1))
    writer.write(START + b"connection: close\r\ncontent-length: 1\r\n\r\na")
    said = b""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            said = await reader.read(-1)
    writer.close()
    return said.count(b"1 bytes")


async def test_some_requests_may_be_sent_before_the_first_is_answered(port: int) -> None:
    assert await answers(port, MOST_PIPELINED) == MOST_PIPELINED


async def test_who_sends_requests_without_end_is_not_answered(port: int) -> None:
    assert await answers(port, 1000) <= 1


async def test_who_does_not_read_a_long_answer_is_not_waited_for(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SILENCE_SECONDS", 0.05)
    ended = asyncio.Event()
    lost = FASTEST.connection_lost

    def note(self: CountedProtocol, error: Exception | None) -> None:
        lost(self, error)
        ended.set()

    monkeypatch.setattr(FASTEST, "connection_lost", note)
    _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    writer.write(b"GET /long HTTP/1.1\r\nhost: any\r\n\r\n")
    async with asyncio.timeout(PATIENCE):
        await ended.wait()
    writer.transport.abort()


async def test_who_reads_a_long_answer_slowly_gets_it(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SILENCE_SECONDS", 1.0)
    monkeypatch.setattr(protocol, "LEAST_BYTES", 1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    writer.write(b"GET /long HTTP/1.1\r\nhost: any\r\nconnection: close\r\n\r\n")
    size = 0
    while more := await reader.read(LONG // 20):
        size += len(more)
        await asyncio.sleep(0.1)
    assert size > LONG
    writer.close()


# ---- connections of one address --------------------------------------------------------------------------------------


class Connection:
    """A connection from one of this machine's addresses."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def opened(cls, port: int, address: str = "127.0.0.1") -> "Connection":
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))

    async def is_answered(self) -> bool:
        """Whether a request over the connection is answered; False if the connection is closed."""
        try:
            self._writer.write(START + b"content-length: 1\r\n\r\na")
            async with asyncio.timeout(PATIENCE):
                return b"1 bytes" in await self._reader.readuntil(b"bytes")
        except (ConnectionError, asyncio.IncompleteReadError):
            return False

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


@pytest.mark.parametrize("kind", [FASTEST, Plain])
async def test_silent_connections_of_one_address_keep_out_nobody_else(kind: Callable[..., asyncio.Protocol]) -> None:
    async with served(small_app(), partial(kind, limit=ConnectionLimit(3))) as port:
        silent = [await Connection.opened(port) for _ in range(3)]
        one_too_many = await Connection.opened(port)
        assert not await one_too_many.is_answered()
        other = await Connection.opened(port, "127.0.0.2")
        assert await other.is_answered()
        assert await silent[0].is_answered(), "what was open before is not closed"
        for each in [*silent, one_too_many, other]:
            await each.close()


@pytest.mark.parametrize("kind", [FASTEST, Plain])
async def test_a_closed_connection_makes_room(kind: Callable[..., asyncio.Protocol]) -> None:
    limit = ConnectionLimit(1)
    async with served(small_app(), partial(kind, limit=limit)) as port:
        for _ in range(3):
            connection = await Connection.opened(port)
            assert await connection.is_answered()
            await connection.close()
            await eventually(lambda: not limit.addresses)


@pytest.mark.parametrize("kind", [FASTEST, Plain])
async def test_a_websocket_has_limits_of_its_own(kind: Callable[..., asyncio.Protocol]) -> None:
    limit = ConnectionLimit(1)
    async with (
        served(small_app(), partial(kind, limit=limit)) as port,
        connect(f"ws://127.0.0.1:{port}/ws", open_timeout=PATIENCE) as there,
    ):
        connection = await Connection.opened(port)
        assert await connection.is_answered()
        await connection.close()
        await there.send("here")
        assert await there.recv() == "here"
    assert not limit.addresses
