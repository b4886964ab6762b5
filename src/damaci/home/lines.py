"""Engine lines and reviews over a WebSocket; each request ends the one before."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from damaci.errors import DamaciError
from damaci.home.services import HomeServices
from damaci.services.engine_lines import Analyse, EngineLines, Lines, Review
from damaci.services.reviews import Seen
from damaci.site.language import catalog
from damaci.site.pages import language_of
from damaci.site.socket import ACCIDENT, TOO_MANY, AnySocket
from damaci.wire.allowance import Allowance

_logger = logging.getLogger(__name__)


class Stop(msgspec.Struct, frozen=True, tag_field="type", tag="stop", forbid_unknown_fields=True):
    """Ends the current request."""


class Wrong(msgspec.Struct, frozen=True, tag_field="type", tag="wrong"):
    """An invalid request, and why."""

    message: str


Request = Analyse | Review | Stop
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


@websocket("/ws/analysis")
async def follow(socket: AnySocket) -> None:
    """Serves the lines and reviews of one page."""
    await socket.accept()
    reader = Reader(socket, HomeServices.of(socket).engine_lines)
    try:
        await reader.run()
    except WebSocketDisconnect:
        pass
    except Exception:
        _logger.exception("the analysis failed")
        await socket.close(ACCIDENT, "something went wrong on the server")
    finally:
        await reader.stop()


class Reader:
    """The connection of one page, with one stream at a time."""

    def __init__(self, socket: AnySocket, engine_lines: EngineLines) -> None:
        self._socket = socket
        self._engine_lines = engine_lines
        self._sending: asyncio.Task[None] | None = None
        self._allowance = Allowance()

    async def run(self) -> None:
        """Serves requests until either side closes. Raises WebSocketDisconnect."""
        while True:
            frame = await self._socket.receive_text()
            if not self._allowance.take():
                await self._socket.close(TOO_MANY, "too many messages")
                return
            await self.stop()
            try:
                self._start(_requests.decode(frame))
            except msgspec.DecodeError as error:
                await self._send(Wrong(str(error)))

    async def stop(self) -> None:
        """Ends the stream. Raises the exception that ended it earlier, except for a disconnected page."""
        if self._sending:
            self._sending.cancel()
            (ended,) = await asyncio.gather(self._sending, return_exceptions=True)
            self._sending = None
            if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect):
                raise ended

    def _start(self, request: Request) -> None:
        if isinstance(request, Analyse):
            self._sending = asyncio.create_task(self._send_all(self._engine_lines.analyse(request)))
        elif isinstance(request, Review):
            self._sending = asyncio.create_task(self._send_all(self._engine_lines.review(request)))

    async def _send_all(self, answers: AsyncGenerator[Lines | Seen]) -> None:
        try:
            async with aclosing(answers):
                async for answer in answers:
                    await self._send(answer)
        except DamaciError as error:
            await self._send(Wrong(catalog(language_of(self._socket)).translate_reason(error.reason)))

    async def _send(self, message: Lines | Seen | Wrong) -> None:
        await self._socket.send_text(msgspec.json.encode(message).decode())
