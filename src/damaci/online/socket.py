"""A game and the lobby over WebSockets: the messages of damaci.wire, and who is there."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from damaci.host import Room, UnknownGame
from damaci.online import claims
from damaci.online.identity import Visitor
from damaci.online.services import OnlineServices
from damaci.play.events import Color
from damaci.store import StoreError
from damaci.web.socket import ACCIDENT, COME_BACK_LATER, NO_SUCH_GAME, Conversation

SEND_SECONDS = 20.0
"""Who does not read for so long is dropped."""

_logger = logging.getLogger(__name__)

AnySocket = WebSocket[Any, Any, Any]


class There(msgspec.Struct, frozen=True, tag_field="type", tag="there"):
    """Who follows the game: the sides whose players are there, and how many others watch."""

    players: list[Color]
    watching: int
    claim: float | None = None
    """In how many seconds the reader may claim the game, because the other player has left."""


@websocket("/ws/game/{game:str}")
async def follow(socket: AnySocket, game: FromPath[str]) -> None:
    """Plays and shows a game. Whoever connects holds the seats that are theirs, and no other."""
    services = OnlineServices.of(socket)
    await socket.accept()
    try:
        player = await Visitor.of(socket).known()
        held = [color for color, owner in (await services.store.seats.of_game(game)).items() if player and owner == player.id]
        room = await services.rooms.get(game)
    except UnknownGame as error:
        await socket.close(NO_SUCH_GAME, str(error))
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the game cannot be read just now")
    else:
        await _converse(socket, services, OnlineConversation(socket, room, held), room, held)


class OnlineConversation(Conversation):
    """A conversation with a stranger, who may be slow: whoever does not read is dropped, and nobody else waits."""

    async def send_text(self, text: str) -> None:
        """Raises WebSocketDisconnect when the other side does not read."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await super().send_text(text)
        except TimeoutError:
            raise WebSocketDisconnect(detail="too slow") from None


async def _converse(socket: AnySocket, services: OnlineServices, conversation: OnlineConversation, room: Room, held: list[Color]) -> None:
    changed = asyncio.Event()
    changed.set()
    try:
        with services.presence.here(room.game, held, changed.set):
            async with asyncio.TaskGroup() as tasks:
                telling = tasks.create_task(_tell_who_is_there(services, conversation, room, held, changed))
                try:
                    await conversation.run()
                finally:
                    telling.cancel()
    except* WebSocketDisconnect:
        pass
    except* Exception:
        _logger.exception("game %s: the conversation failed", room.game)
        with contextlib.suppress(Exception):
            await socket.close(ACCIDENT, "something went wrong on the server")


async def _tell_who_is_there(
    services: OnlineServices, conversation: OnlineConversation, room: Room, held: list[Color], changed: asyncio.Event
) -> None:
    colors: tuple[Color, Color] = ("white", "black")
    while True:
        await changed.wait()
        changed.clear()
        there = [color for color in colors if services.presence.present(room.game, color)]
        claim = claims.seconds_left(room, services.presence, held[0]) if len(held) == 1 else None
        await conversation.send_text(msgspec.json.encode(There(there, services.presence.watching(room.game), claim)).decode())


@websocket("/ws/lobby")
async def lobby(socket: AnySocket) -> None:
    """Tells what happens in the lobby. A player's open seeks wait as long as this lasts."""
    await socket.accept()
    try:
        player = await Visitor.of(socket).known()
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the lobby cannot be read just now")
        return
    try:
        async with asyncio.TaskGroup() as tasks:
            telling = tasks.create_task(_tell_lobby(socket, player.id if player else None))
            try:
                while True:
                    await socket.receive_text()
            finally:
                telling.cancel()
    except* WebSocketDisconnect:
        pass


async def _tell_lobby(socket: AnySocket, player: str | None) -> None:
    async with contextlib.aclosing(OnlineServices.of(socket).lobby.listen(player)) as news:
        async for each in news:
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(msgspec.json.encode(each).decode())


ROUTES = (follow, lobby)
