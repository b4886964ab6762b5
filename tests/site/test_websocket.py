"""The fast path for text frames: it reads the same messages as the library, in whatever pieces they arrive."""

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from litestar import WebSocket, websocket
from litestar.testing import create_test_client
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from damaci.site.gate import Gate
from damaci.site.inbox import Inbox
from damaci.site.socket import TextFrames
from damaci.site.websocket import FRAMES_AT_ONCE, MOST_UNREAD, WebSockets, short_way
from damaci.wire.pings import PING, PONG

pytestmark = pytest.mark.anyio

MOST = 4096
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MESSAGES = ["", "a", "ğüş", "x" * 125, "x" * 126, "y" * MOST]


class Transport(asyncio.Transport):
    """Collects what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.paused = False
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def can_write_eof(self) -> bool:
        return False


async def test_who_sends_too_much_before_being_accepted_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    ended = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        try:
            await receive()
            await send({"type": "websocket.accept"})
        except ClientDisconnected:
            ended.set()

    config = uvicorn.Config(app, lifespan="off", ws_max_size=MOST, ws_ping_interval=None)
    config.load()
    protocol = WebSockets(config, ServerState(), {})
    protocol.connection_made(Transport())
    protocol.data_received(HANDSHAKE)
    protocol.data_received(Frame(Opcode.PING, b"").serialize(mask=True) * 2 * FRAMES_AT_ONCE)
    await asyncio.gather(*protocol.tasks)
    assert ended.is_set()
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[WebSockets, Transport, dict[str, Any]]]:
    """A connection after its handshake, its transport, and the scope that its app got."""
    scopes: list[Any] = []
    accepted = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)
        await receive()
        await send({"type": "websocket.accept"})
        accepted.set()
        await asyncio.Event().wait()

    config = uvicorn.Config(app, lifespan="off", ws_max_size=MOST, ws_per_message_deflate=False, ws_ping_interval=None)
    config.load()
    protocol = WebSockets(config, ServerState(), {})
    transport = Transport()
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE)
    await accepted.wait()
    transport.written = b""
    yield protocol, transport, scopes[0]
    for task in list(protocol.tasks):
        task.cancel()
        await asyncio.wait([task])


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def texts(protocol: WebSockets) -> list[str]:
    """The texts that wait for the app."""
    found = []
    while not protocol.queue.empty():
        found.append(protocol.queue.get_nowait().get("text"))
    return found


def as_a_whole(data: bytes) -> list[bytes]:
    return [data]


def byte_by_byte(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


def in_two(data: bytes) -> list[bytes]:
    return [data[: len(data) // 2], data[len(data) // 2 :]]


@pytest.mark.parametrize("cut", [as_a_whole, byte_by_byte, in_two])
async def test_reads_every_message_however_it_arrives(cut: Callable[[bytes], list[bytes]]) -> None:
    async with opened() as (protocol, _, _):
        for text in MESSAGES:
            for part in cut(frame(text.encode())):
                protocol.data_received(part)
            assert texts(protocol) == [text]


async def test_reads_several_messages_that_arrive_together() -> None:
    async with opened() as (protocol, _, _):
        protocol.data_received(b"".join(frame(text.encode()) for text in MESSAGES))
        assert texts(protocol) == MESSAGES


@pytest.mark.parametrize("cut", [as_a_whole, byte_by_byte, in_two])
async def test_answers_pings_however_they_arrive_and_reads_on(cut: Callable[[bytes], list[bytes]]) -> None:
    async with opened() as (protocol, transport, _):
        for part in cut(frame(b"one") + frame(PING.encode()) + frame(b"two")):
            protocol.data_received(part)
        await asyncio.sleep(0)
        assert transport.written == Frame(Opcode.TEXT, PONG.encode()).serialize(mask=False)
        assert texts(protocol) == ["one", "two"]


async def test_answers_a_ping_while_the_app_is_busy() -> None:
    async with opened() as (protocol, transport, _):
        protocol.data_received(frame(b"a move that takes its time"))
        protocol.data_received(frame(PING.encode()))
        await asyncio.sleep(0)
        assert PONG.encode() in transport.written
        assert not transport.paused


async def test_ends_a_connection_with_too_many_pings() -> None:
    async with opened() as (protocol, transport, _):
        for _ in range(3 * FRAMES_AT_ONCE):  # more frames become allowed while these arrive
            protocol.data_received(frame(PING.encode()))
        assert b"too-many" in transport.written
        assert texts(protocol) == [None]


async def test_pings_a_client_that_is_silent_and_no_other() -> None:
    async with opened() as (protocol, transport, _):
        protocol.ping_interval = 1000.0
        protocol.data_received(frame(b"a move"))
        protocol.send_keepalive_ping()
        assert transport.written == b""
        assert protocol.ping_timer
        protocol.stop_keepalive()
        protocol.ping_interval = 0.0
        protocol.send_keepalive_ping()
        assert transport.written[0] & 0x0F == Opcode.PING
        protocol.stop_keepalive()


async def test_leaves_a_message_in_fragments_to_the_library() -> None:
    async with opened() as (protocol, _, _):
        protocol.data_received(frame(b"one ", fin=False))
        protocol.data_received(frame(b"two", Opcode.CONT))
        assert texts(protocol) == ["one two"]


async def test_a_message_inside_another_is_an_error() -> None:
    async with opened() as (protocol, transport, _):
        protocol.data_received(frame(b"one ", fin=False))
        protocol.data_received(frame(b"two"))
        assert transport.closed


@pytest.mark.parametrize(
    ("data", "code"),
    [(frame(b"x" * (MOST + 1)), 1009), (frame(b"\xff"), 1007), (b"\x81\x01x", 1002)],
    ids=["too long", "no text", "not masked"],  # a frame has a random mask, but the name of a test must stay the same
)
async def test_closes_with_the_library_s_code_for_what_is_no_message(data: bytes, code: int) -> None:
    async with opened() as (protocol, transport, _):
        protocol.data_received(data)
        assert code.to_bytes(2, "big") in transport.written
        assert transport.closed
        assert texts(protocol) == [None]


async def test_reads_no_more_while_the_app_is_behind() -> None:
    async with opened() as (protocol, transport, _):
        for count in range(MOST_UNREAD + 1):
            assert not transport.paused, count
            protocol.data_received(frame(b"x"))
        assert transport.paused
        while not protocol.queue.empty():
            await protocol.receive()
        assert not transport.paused


async def test_who_connects_again_while_the_app_is_slow_is_answered_pings() -> None:
    async with opened() as (protocol, transport, _):
        for each in (b"hello", b"a move", b"an offer"):
            protocol.data_received(frame(each))
        assert not transport.paused
        protocol.data_received(frame(PING.encode()))
        await asyncio.sleep(0)
        assert PONG.encode() in transport.written
        assert texts(protocol) == ["hello", "a move", "an offer"]


@pytest.mark.parametrize("text", [*MESSAGES, "z" * 70_000])
async def test_sends_the_frame_that_the_library_would_send(text: str) -> None:
    async with opened() as (_, transport, scope):
        assert short_way(scope)(text)
        await asyncio.sleep(0)
        assert transport.written == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


async def test_frames_of_one_turn_leave_together_and_before_what_takes_the_long_way() -> None:
    async with opened() as (protocol, transport, scope):
        at_once = short_way(scope)
        assert at_once("one")
        assert at_once("two")
        assert transport.written == b""
        await protocol.send({"type": "websocket.send", "text": "three"})
        await asyncio.sleep(0)
        expected = [Frame(Opcode.TEXT, text).serialize(mask=False) for text in (b"one", b"two", b"three")]
        assert transport.written == b"".join(expected)


async def test_sends_nothing_after_the_close_frame() -> None:
    async with opened() as (protocol, transport, scope):
        assert short_way(scope)("late")
        protocol.data_received(frame(b"", Opcode.CLOSE))
        closed = transport.written
        await asyncio.sleep(0)
        assert transport.written == closed


async def by_the_app(protocol: WebSockets) -> None:
    await protocol.send({"type": "websocket.close", "code": 1008, "reason": "banned"})


async def for_silence(protocol: WebSockets) -> None:
    protocol.keepalive_timeout()


async def for_too_many_frames(protocol: WebSockets) -> None:
    protocol.data_received(frame(b"", Opcode.PONG) * (FRAMES_AT_ONCE + 1))


@pytest.mark.parametrize("close", [by_the_app, for_silence, for_too_many_frames])
async def test_after_a_close_from_here_the_client_has_gone(close: Callable[[WebSockets], Awaitable[None]]) -> None:
    async with opened() as (protocol, transport, _):
        await close(protocol)
        closed = transport.written
        with pytest.raises(ClientDisconnected):
            await protocol.send({"type": "websocket.send", "text": "late"})
        await protocol.send({"type": "websocket.close", "code": 1001})
        assert transport.written == closed


async def test_sends_nothing_at_once_to_a_client_that_does_not_read_or_has_gone() -> None:
    async with opened() as (protocol, transport, scope):
        protocol.pause_writing()
        assert not short_way(scope)("late")
        protocol.resume_writing()
        protocol.data_received(frame(b"", Opcode.CLOSE))
        transport.written = b""
        assert not short_way(scope)("later")
        assert transport.written == b""


def test_without_a_short_way_frames_take_the_long_one() -> None:
    @websocket("/")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        frames = TextFrames(socket)
        assert not frames.send_at_once("never")
        await frames.send(json.dumps(await frames.receive()))

    with create_test_client([echo]) as client, client.websocket_connect("/") as connection:
        connection.send_text("hello")
        assert connection.receive_json() == "hello"


@pytest.mark.parametrize(
    "flood", [b"\x89\x80\x00\x00\x00\x00", b"\x8a\x80\x00\x00\x00\x00", b"\x00\x80\x00\x00\x00\x00"]
)
async def test_frames_that_no_app_sees_end_the_connection(
    flood: bytes, standstill: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pings, pongs and empty fragments of a message have a few bytes each, but the library needs time for every one."""
    monkeypatch.setattr("damaci.site.websocket.LINGER_SECONDS", 0.0)
    async with opened() as (connection, transport, _):
        connection.data_received(b"\x01\x80\x00\x00\x00\x00")  # the first fragment of a message
        connection.data_received(flood * (FRAMES_AT_ONCE - 10))
        assert not transport.closed
        before = len(transport.written)
        connection.data_received(flood * 10_000)
        assert b"too-many; retry-after=" in transport.written[before:]
        assert len(transport.written) - before < 10_000, "hardly any of them was answered"
        assert not transport.closed, "the client reads the reason first"
        ended = len(transport.written)
        connection.data_received(flood * 10_000)
        assert len(transport.written) == ended
        await asyncio.sleep(0.01)
        assert transport.closed


def requests() -> list[Request]:
    return [each for each in gc.get_objects() if type(each) is Request]


async def test_keeps_no_copy_of_the_handshake() -> None:
    earlier = requests()  # those that other tests have left behind
    async with opened() as (connection, _, scope):
        assert scope["headers"]
        assert not hasattr(connection, "request")
        assert not hasattr(connection, "response")
        assert all(not each.headers for each in requests() if not any(each is one for one in earlier))


async def test_the_inbox_gives_out_what_came_in_order_and_waits_for_more() -> None:
    inbox = Inbox()
    reading = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    assert not reading.done()
    for number in range(3):
        inbox.put_nowait(number)
    assert (await reading, await inbox.get(), inbox.qsize(), inbox.get_nowait()) == (0, 1, 1, 2)
    assert inbox.empty()
    with pytest.raises(asyncio.QueueEmpty):
        inbox.get_nowait()


async def test_all_who_wait_at_a_gate_go_on_when_it_opens() -> None:
    gate = Gate()
    assert gate.is_set()
    await gate.wait()
    gate.clear()
    gate.clear()
    assert not gate.is_set()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    assert not any(each.done() for each in waiting)
    gate.set()
    gate.set()
    assert gate.is_set()
    await asyncio.gather(*waiting)


async def test_who_waits_at_a_gate_that_is_shut_again_at_once_waits_on() -> None:
    gate = Gate()
    gate.clear()
    waiting = asyncio.create_task(gate.wait())
    await asyncio.sleep(0)
    gate.set()
    gate.clear()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not waiting.done()
    gate.set()
    await waiting
