"""Chooses the faster HTTP parser that is installed, with limits on connections, on the size of request headers and on
silence."""

import asyncio
import math
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from damaci.site.connection_limit import ConnectionLimit

MAX_HEAD = 64 * 1024
"""The most bytes received without completing a request's headers or a part of its body. h11 has this limit itself,
httptools has none."""

SILENCE_SECONDS = 20.0
LEAST_BYTES = 20_000
"""The bytes of an incomplete request that have to arrive in SILENCE_SECONDS. A connection that sends fewer is closed,
so that silent clients cannot use up the connections. As many bytes of a long answer have to leave in this time."""

MOST_PIPELINED = 8
"""Requests of a connection that may wait for the answer to the one before; a browser sends none before that. Thousands
fit into one packet, and each of them would be in memory."""

UNLIMITED = ConnectionLimit(math.inf)


class CountedProtocol(asyncio.Protocol):
    """One of uvicorn's HTTP protocols, whose connection is closed at once where its address has too many."""

    client: tuple[str, int] | None
    _entered = ""
    """The address for which this connection is counted; empty: it is not."""

    def __init__(self, *arguments: Any, limit: ConnectionLimit = UNLIMITED, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._limit = limit

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio.Protocol."""
        super().connection_made(transport)
        if not self.client:  # a Unix socket
            return
        if self._limit.enter(self.client[0]):
            self._entered = self.client[0]
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """Another protocol has the connection from here on."""
        super().handle_websocket_upgrade(*event)  # type: ignore[misc]
        self._leave()

    def _leave(self) -> None:
        if self._entered:
            self._limit.leave(self._entered)
            self._entered = ""


class Plain(CountedProtocol, H11Protocol):
    """Uvicorn's protocol on h11."""


FASTEST: type[CountedProtocol] = Plain
try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:
    pass
else:

    class Patient(CountedProtocol, HttpToolsProtocol):
        """Uvicorn's protocol on httptools, with limits on the size of headers and on silence."""

        _in_vain = 0
        _arrived = 0
        _timer: asyncio.TimerHandle | None = None
        _unread = math.inf
        """Bytes of an answer that the client had not read when that was last looked at."""
        _reading: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """See asyncio.Protocol."""
            super().connection_made(transport)
            self._expect_more()

        def connection_lost(self, exc: Exception | None) -> None:
            """See asyncio.Protocol."""
            self._expect_nothing()
            self._stop_looking()
            self.pipeline.clear()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self) -> None:
            """See uvicorn. The parser refers to this object, which would keep both in memory."""
            super().handle_websocket_upgrade()
            self.parser = None  # type: ignore[assignment]

        def data_received(self, data: bytes) -> None:
            """See asyncio.Protocol."""
            self._in_vain += len(data)
            self._arrived += len(data)
            if self._timer is None:
                self._expect_more()
            super().data_received(data)
            if self._in_vain > MAX_HEAD and not self.transport.is_closing():
                self.send_400_response("The request has too long a head.")

        def on_message_begin(self) -> None:
            """See httptools, which stops reading at an exception; the connection is then closed."""
            if len(self.pipeline) >= MOST_PIPELINED:
                raise ValueError("too many requests at once")
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            """See httptools."""
            self._in_vain = 0
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            """See httptools."""
            self._in_vain = 0
            super().on_body(body)

        def on_message_complete(self) -> None:
            """See httptools."""
            self._expect_nothing()
            super().on_message_complete()

        def pause_writing(self) -> None:
            """See asyncio.Protocol."""
            super().pause_writing()
            self._unread = math.inf
            self._see_who_reads()

        def resume_writing(self) -> None:
            """See asyncio.Protocol."""
            super().resume_writing()
            self._stop_looking()

        def _see_who_reads(self) -> None:
            """Ends the connection of a client who reads next to nothing of a long answer, which is in memory
            meanwhile."""
            unread = self.transport.get_write_buffer_size()
            if self._unread - unread < LEAST_BYTES:
                self.transport.abort()
                return
            self._unread = unread
            self._reading = self.loop.call_later(SILENCE_SECONDS, self._see_who_reads)

        def _stop_looking(self) -> None:
            if self._reading:
                self._reading.cancel()
                self._reading = None

        def _expect_more(self) -> None:
            self._arrived = 0
            self._timer = self.loop.call_later(SILENCE_SECONDS, self._give_up)

        def _expect_nothing(self) -> None:
            if self._timer:
                self._timer.cancel()
                self._timer = None

        def _give_up(self) -> None:
            if self.transport.get_protocol() is not self:
                return  # It has become a WebSocket.
            if self._arrived < LEAST_BYTES:
                self.transport.close()
            else:
                self._expect_more()

    FASTEST = Patient
