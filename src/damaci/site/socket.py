"""WebSockets: close codes and text frames. damaci.host.conversation defines the messages."""

import asyncio
import contextlib
import logging
import math
import traceback
from collections.abc import Awaitable
from typing import Any, NoReturn, TypeVar

from litestar import WebSocket
from litestar.datastructures import Headers
from litestar.exceptions import WebSocketDisconnect
from litestar.types import Empty, Receive, Send
from litestar.utils.scope.state import ScopeState

from damaci.host import Room, RoomClosed, Rooms, RoomsFull, UnknownGame
from damaci.site.websocket import SendAtOnce, short_way, short_way_in
from damaci.stored import StoreError
from damaci.wire.allowance import Allowance
from damaci.wire.closing import ACCIDENT, COME_BACK_LATER, NO_SUCH_GAME, RESTARTING, TOO_MANY
from damaci.wire.codec import MAX_REQUEST

MAX_FRAME = MAX_REQUEST
"""Bytes of the longest frame; a longer one closes the connection with 1009."""
SEND_SECONDS = 20.0
"""Seconds after which a client that does not read is disconnected."""

T = TypeVar("T")
AnyHeaders = Headers | dict[str, Any] | list[tuple[bytes, bytes]] | None

_logger = logging.getLogger(__name__)

AnySocket = WebSocket[Any, Any, Any]


class Socket(AnySocket):
    """Litestar's WebSocket without the two functions in which it wraps the server's: they refer to it, and it to them,
    so that each closed connection would stay in memory until Python next looks for reference cycles. The server itself
    (damaci.site.websocket) sends nothing to a client that has gone."""

    def receive_wrapper(self, receive: Receive) -> Receive:
        """Returns the function itself."""
        return receive

    def send_wrapper(self, send: Send) -> Send:
        """Returns the function itself."""
        return send

    async def accept(self, subprotocols: str | None = None, headers: AnyHeaders = None) -> None:
        """See Litestar's, which would accept once more if it was not told that this has been done."""
        await super().accept(subprotocols, headers)
        self.connection_state = "connect"


async def enter(socket: AnySocket, rooms: Rooms, game: str) -> Room | None:
    """Returns the room of a game; without one, closes the socket and returns None."""
    return await entered(socket, rooms.get(game))


async def entered(socket: AnySocket, opening: Awaitable[T]) -> T | None:
    """Returns what a socket has come for; without it, closes the socket and returns None."""
    try:
        return await opening
    except UnknownGame as error:
        await socket.close(NO_SUCH_GAME, str(error))
    except RoomsFull as error:
        await socket.close(COME_BACK_LATER, str(error))
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the game cannot be read just now")
    return None


def too_many(seconds: float) -> str:
    """The reason for closing a connection that has asked for too much: a code, and after how many seconds it may come
    back.

    >>> too_many(2.1)
    'too-many; retry-after=3'
    """
    return f"too-many; retry-after={max(1, math.ceil(seconds))}"


class TextFrames:
    """The text frames of a WebSocket, for damaci.host.conversation."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket
        self._allowance = Allowance()
        self.send_at_once: SendAtOnce = short_way(socket.scope)
        """Sends a frame if that is possible without waiting; returns whether it has been sent."""
        self._next_text = short_way_in(socket.scope)

    async def receive(self) -> str:
        """Returns the next frame. Raises WebSocketDisconnect when the client disconnects or sends too many frames."""
        frame = await self._next_text()
        if frame is None:
            frame = await self._socket.receive_text()
        if not self._allowance.take():
            await self.close(TOO_MANY, too_many(self._allowance.wait()))
        return frame

    async def send(self, text: str) -> None:
        """Sends a frame. Raises WebSocketDisconnect when the client has disconnected or does not read."""
        if self.send_at_once(text):
            return
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(text)
        except TimeoutError:
            raise WebSocketDisconnect(detail="too slow") from None
        except OSError as error:
            raise WebSocketDisconnect(detail="gone") from error

    async def close(self, code: int, reason: str) -> NoReturn:
        """Closes the socket, then raises WebSocketDisconnect."""
        await self._socket.close(code, reason)
        raise WebSocketDisconnect(detail=reason, code=code)


def forget_headers(socket: AnySocket) -> None:
    """Frees the headers that Litestar has parsed, which would stay in memory as long as the connection. If they are
    needed again, they are parsed again."""
    ScopeState.from_scope(socket.scope).headers = Empty


async def converse(socket: AnySocket, conversation: Awaitable[None]) -> None:
    """Runs a conversation until the client disconnects; if it ends earlier, closes the socket with the reason."""
    try:
        await conversation
    except* WebSocketDisconnect as gone:
        _forget_frames(gone)
    except* RoomClosed as closed:
        _forget_frames(closed)
        await socket.close(RESTARTING, "the server ends")
    except* Exception:
        _logger.exception("%s: the conversation failed", socket.url.path)
        with contextlib.suppress(Exception):
            await socket.close(ACCIDENT, "something went wrong on the server")


def _forget_frames(error: BaseException) -> None:
    """Clears the variables of the functions through which an error came. A task group's refer to the error again, so
    that everything of the connection would stay in memory until Python next looks for reference cycles."""
    traceback.clear_frames(error.__traceback__)
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            _forget_frames(each)
