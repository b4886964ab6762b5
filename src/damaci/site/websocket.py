"""Uvicorn's WebSocket protocol, with a short way for text frames: a move is a frame in and three frames out, and half
the time of each was spent on the objects that the general way makes of it."""

from collections.abc import Awaitable, Callable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import frames
from websockets.protocol import State

from damaci.site.gate import Gate
from damaci.site.inbox import Inbox
from damaci.wire.allowance import Allowance
from damaci.wire.pings import PING, PONG

AT_ONCE = "damaci.send_at_once"
"""The name under which a connection's scope has `send_at_once`, among its extensions."""
NEXT_TEXT = "damaci.next_text"
"""The same for `next_text`."""
SendAtOnce = Callable[[str], bool]
NextText = Callable[[], Awaitable[str | None]]

_PING = PING.encode()
_WHOLE_TEXT = 0x81
"""The first byte of a text frame that is a whole message."""
_MASKED = 0x80
_SHORT = 125
_TWO_BYTES = 126
_EIGHT_BYTES = 127
"""Lengths below a byte, and what stands in their place before longer ones."""
_MASK_BYTES = 4
_apply_mask = frames.apply_mask  # type: ignore[attr-defined]
"""The compiled one, where the library has it."""
MOST_UNREAD = 4
"""Messages that may wait for the app before nothing more is read, pings neither. A page that connects again sends a few
at once: its hello, and what was not answered before."""
SLICE = 1024
"""Bytes that the library reads at a time: there may be 170 frames in them, and it makes objects of each."""
FRAMES_PER_SECOND = 40
FRAMES_AT_ONCE = 250
"""Frames of a connection, also those that the app never sees: pings, pongs and parts of messages."""
LINGER_SECONDS = 5.0
"""How long a client's data is still read and dropped after its connection has been closed: if TCP closes with unread
data, the client may not get the reason."""
TOO_MANY = 1008


class WebSockets(WebSocketsSansIOProtocol):
    """Text frames that arrive whole and alone are read here; the library reads everything else."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._inbox = Inbox()
        self.queue = self._inbox  # type: ignore[assignment]
        self.writable = Gate()  # type: ignore[assignment]
        self._unsent: list[bytes] = []
        self._frames = Allowance(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self._heard = 0.0
        """When something arrived last, by the event loop's clock."""
        self._ended = False

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        self._heard = self.loop.time()
        text = self._whole_text(data)
        if text == PING:
            self._pong()
            return
        if text is not None:
            self._put(text)
            return
        for begin in range(0, len(data), SLICE):
            if self._ended or self.transport.is_closing():
                return
            super().data_received(data[begin : begin + SLICE])

    def handle_events(self) -> None:
        """See WebSocketsSansIOProtocol; ends a connection with too many frames."""
        if self.handshake_initiated and len(self.conn.events) > 0 and not self._frames.take(len(self.conn.events)):
            self.conn.events_received()
            self._end()
            return
        super().handle_events()

    def send_keepalive_ping(self) -> None:
        """See WebSocketsSansIOProtocol; a client is pinged only after it has been silent for the whole interval."""
        assert self.ping_interval is not None
        seconds = self._heard + self.ping_interval - self.loop.time()
        if seconds > 0:
            self.ping_timer = self.loop.call_later(seconds, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        """See WebSocketsSansIOProtocol; a ping is not for the app."""
        if self.frames == [_PING]:
            self.frames = []
            self._pong()
        else:
            super().send_receive_event_to_app()

    def _pong(self) -> None:
        """Answers a ping, also while the app is busy with the message before."""
        if self._frames.take():
            self.send_at_once(PONG)
        else:
            self._end()

    def _end(self) -> None:
        """Reads nothing more of a client; tells it why, unless it has been told, and closes the connection soon."""
        self._ended = True
        self.handshake_complete = True  # Nothing more is answered, even if it has not been accepted yet.
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MANY})
            self.conn.fail(TOO_MANY, "too-many; retry-after=30")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.transport.resume_reading()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def send_at_once(self, text: str) -> bool:
        """Sends a text frame, if the client reads fast enough and the connection is open; returns whether it has.

        The frames of one turn of the event loop leave together: an update and the answer to the move that caused it
        are one system call."""
        if not self._open or not self.writable.is_set():
            return False
        if not self._unsent:
            self.loop.call_soon(self._write)
        payload = text.encode()
        self._unsent += (_header(len(payload)), payload)
        return True

    def _write(self) -> None:
        unsent = self._unsent
        self._unsent = []
        if unsent and self._open:
            self.transport.write(b"".join(unsent))

    async def send(self, message: Any) -> None:
        """See ASGI. Once the connection has been closed from here - for a client that no longer answers, or by an
        operator, while a conversation goes on - a text finds no client, and another close changes nothing. Raises
        ClientDisconnected."""
        self._write()
        await self.writable.wait()
        if not self.close_sent:
            await super().send(message)
            self._forget_handshake()
        elif message["type"] != "websocket.close":
            raise ClientDisconnected

    def _forget_handshake(self) -> None:
        """Frees the parser's copy of the request, which would stay in memory as long as the connection. The headers are
        in the scope too."""
        if self.handshake_complete and "request" in vars(self):
            self.request.headers.clear()
            del self.request
            del self.response

    async def next_text(self) -> str | None:
        """The next text of the client. None for everything else, which `receive` then has."""
        message = await self.receive()
        text: str | None = message.get("text")  # type: ignore[assignment]
        if text is None:
            self._inbox.put_back(message)
        return text

    async def run_asgi(self) -> None:
        """Runs the app, with `send_at_once` and `next_text` in its scope."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[AT_ONCE] = self.send_at_once
        extensions[NEXT_TEXT] = self.next_text
        try:
            await super().run_asgi()
        finally:
            # They refer to the connection, and it to them: together they would stay in memory until Python next looks
            # for reference cycles.
            extensions.clear()

    @property
    def _open(self) -> bool:
        return self.conn.state is State.OPEN and not self.transport.is_closing()

    def _whole_text(self, data: bytes) -> str | None:
        """The text of a frame that is a whole message and all of the data; None for everything else, errors
        included."""
        if len(data) < 2 or data[0] != _WHOLE_TEXT or not data[1] & _MASKED:
            return None
        length = data[1] & ~_MASKED
        begin = 2
        if length == _TWO_BYTES:
            length = int.from_bytes(data[2:4], "big")
            begin = 4
            if length <= _SHORT:
                return None
        body = begin + _MASK_BYTES
        if len(data) != body + length or length > self.config.ws_max_size or not self._between_messages:
            return None
        try:
            return _apply_mask(data[body:], data[begin:body]).decode()
        except UnicodeDecodeError:
            return None

    @property
    def _between_messages(self) -> bool:
        """Whether the library has read all that came before, and no message is under way."""
        return self._open and self.conn.current_size is None and not self.conn.reader.buffer

    def _put(self, text: str) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


def short_way(scope: Any) -> SendAtOnce:
    """The `send_at_once` of a connection, by its ASGI scope; one that never sends where a server has none."""
    return (scope.get("extensions") or {}).get(AT_ONCE, _never)  # type: ignore[no-any-return]


def short_way_in(scope: Any) -> NextText:
    """The `next_text` of a connection, by its ASGI scope; one that never has any where a server has none."""
    return (scope.get("extensions") or {}).get(NEXT_TEXT, _none)  # type: ignore[no-any-return]


async def _none() -> None:
    pass


def _never(_text: str) -> bool:
    return False


def _header(length: int) -> bytes:
    """What stands before the payload of a text frame that is a whole message."""
    if length <= _SHORT:
        return bytes((_WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((_WHOLE_TEXT, _TWO_BYTES)) + length.to_bytes(2, "big")
    return bytes((_WHOLE_TEXT, _EIGHT_BYTES)) + length.to_bytes(8, "big")
