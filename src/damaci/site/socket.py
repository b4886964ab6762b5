"""A game over a WebSocket: the messages of damaci.wire, as JSON text."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from damaci.host import Room, RoomClosed, Rooms, UnknownGame
from damaci.play.commands import SeatCommand
from damaci.play.events import Color
from damaci.play.refusal import Refusal
from damaci.store import StoreError
from damaci.wire import messages as m
from damaci.wire import view
from damaci.wire.allowance import Allowance
from damaci.wire.codec import MAX_REQUEST, BadMessage, decode_request, encode
from damaci.wire.requests import to_command

MAX_FRAME = MAX_REQUEST
"""Bytes of the longest frame; a longer one closes the connection with 1009."""
TOO_MANY = 1008
ACCIDENT = 1011
RESTARTING = 1012
COME_BACK_LATER = 1013
# Codes from 4400 on tell the page that coming back is of no use.
NO_SUCH_GAME = 4404

_logger = logging.getLogger(__name__)

AnySocket = WebSocket[Any, Any, Any]


async def enter(socket: AnySocket, rooms: Rooms, game: str) -> Room | None:
    """The room of a game; None if there is none, and then the socket is closed."""
    try:
        return await rooms.get(game)
    except UnknownGame as error:
        await socket.close(NO_SUCH_GAME, str(error))
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the game cannot be read just now")
    return None


async def converse(
    socket: AnySocket, room: Room, held: Collection[Color], capabilities: Sequence[m.Capability]
) -> None:
    """Plays and shows a game to who holds some of its seats, until either side closes."""
    try:
        await Conversation(socket, room, held, capabilities).run()
    except* WebSocketDisconnect:
        pass
    except* Exception:
        _logger.exception("game %s: the conversation failed", room.game)
        await socket.close(ACCIDENT, "something went wrong on the server")


async def receive(socket: AnySocket, allowance: Allowance) -> str:
    """The next frame. Raises WebSocketDisconnect when the other side has gone, and when it sends too many."""
    frame = await socket.receive_text()
    if not allowance.take():
        await socket.close(TOO_MANY, "too many messages")
        raise WebSocketDisconnect(detail="too many messages", code=TOO_MANY)
    return frame


class Conversation:
    """One connection to one game: answers what it is asked, and tells what happens."""

    def __init__(
        self, socket: AnySocket, room: Room, held: Collection[Color], capabilities: Sequence[m.Capability]
    ) -> None:
        self._socket = socket
        self._room = room
        self._held = held
        self._capabilities = capabilities
        self._allowance = Allowance()
        self._telling: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Lasts until either side closes. Raises WebSocketDisconnect, in a group."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                await self.hear(await receive(self._socket, self._allowance), tasks)

    async def hear(self, frame: str, tasks: asyncio.TaskGroup) -> None:
        """Does what a frame asks for."""
        try:
            message = decode_request(frame)
        except BadMessage as error:
            await self._send(m.Refused(code="bad-message", message=str(error)))
            return
        if not isinstance(message, m.Hello):
            await self._send(await self._carry_out(message))
        elif self._telling is None:
            self._telling = tasks.create_task(self._tell(message.after))
        else:
            await self._send(m.Refused(code="bad-message", message="hello has been said"))

    async def _carry_out(self, request: m.Request) -> m.ServerMessage:
        command = to_command(request, self._held)
        if isinstance(command, Refusal):
            return view.refused(request.id, command)
        try:
            answer = await self.submit(command)
        except StoreError as error:
            return m.Refused(id=request.id, code="storage", message=str(error))
        except RoomClosed:
            return m.Refused(id=request.id, code="closing", message="the server is about to end")
        return (
            view.refused(request.id, answer) if isinstance(answer, Refusal) else m.Done(id=request.id, version=answer)
        )

    async def submit(self, command: SeatCommand) -> Refusal | int:
        """Has the room carry a command out. Raises StoreError, RoomClosed."""
        return await self._room.submit(command)

    async def _tell(self, after: int | None) -> None:
        """What the client lacks, then everything that happens."""
        with self._room.subscribe() as news:
            await self._send(self._greeting(after))
            async for _, events in news:
                await self._send(view.update(self._room.table, events, self._held, self._room.now()))
        await self._socket.close(RESTARTING, "the server ends")

    def _greeting(self, after: int | None) -> m.ServerMessage:
        room, at = self._room, self._room.now()
        if after is None or not 1 <= after <= len(room.events):
            return view.snapshot(room.game, room.table, self._held, at, self._capabilities)
        return view.update(room.table, room.events[after:], self._held, at)

    async def _send(self, message: m.ServerMessage) -> None:
        await self.send_text(encode(message).decode())

    async def send_text(self, text: str) -> None:
        """Says something besides. Raises WebSocketDisconnect when nobody is there any more."""
        try:
            await self._socket.send_text(text)
        except OSError as error:
            raise WebSocketDisconnect(detail="gone") from error
