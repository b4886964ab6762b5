"""A game and the lobby over WebSockets: the messages of damaci.wire, and who is there."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from damaci.host import Room, UnknownGame
from damaci.online import claims
from damaci.online.capabilities import capabilities
from damaci.online.errors import NOT_NOW
from damaci.online.identity import Visitor
from damaci.online.lag import Measure
from damaci.online.services import OnlineServices
from damaci.play.commands import Move, SeatCommand
from damaci.play.events import Color
from damaci.play.refusal import Refusal
from damaci.site.socket import ACCIDENT, COME_BACK_LATER, NO_SUCH_GAME, AnySocket, Conversation, receive
from damaci.store import StoreError
from damaci.wire.allowance import Allowance

SEND_SECONDS = 20.0
"""Who does not read for so long is dropped."""

PING, PONG = '{"type":"ping"}', '{"type":"pong"}'
MEASURE_SECONDS = 10.0
NOT_YOURS = 1008

_logger = logging.getLogger(__name__)


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
        visitor = Visitor.of(socket)
        player = await visitor.known()
        held = [
            color
            for color, owner in (await services.store.seats.of_game(game)).items()
            if player and owner == player.id
        ]
        room = await services.rooms.get(game)
    except UnknownGame as error:
        await socket.close(NO_SUCH_GAME, str(error))
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the game cannot be read just now")
    else:
        with services.standing.of(visitor.shown):
            await _converse(
                socket, services, OnlineConversation(socket, room, held, services, visitor.shown), room, held
            )


class OnlineConversation(Conversation):
    """A conversation with a stranger, who may be slow: whoever does not read is dropped, and nobody else waits."""

    def __init__(self, socket: AnySocket, room: Room, held: list[Color], services: OnlineServices, shown: str) -> None:
        """`shown`: the hash of what proves who is there."""
        super().__init__(socket, room, held, capabilities(held))
        self._shown = shown
        self._standing = services.standing
        self._game = room
        self._lags = services.lags
        self._measure = Measure()

    async def send_text(self, text: str) -> None:
        """Raises WebSocketDisconnect when the other side does not read."""
        await in_time(super().send_text(text))

    async def hear(self, frame: str, tasks: asyncio.TaskGroup) -> None:
        """As every conversation, and the answer to `ping`."""
        if frame == PONG:
            self._measure.answered()
        else:
            await super().hear(frame, tasks)

    async def submit(self, command: SeatCommand) -> Refusal | int:
        """A move is charged without the time that the network took. Raises WebSocketDisconnect too, for who is not the
        player any more."""
        try:
            await self._look_again()
            return await self._carried_out(command)
        except StoreError as error:
            _logger.error("%s", error)
            raise StoreError(NOT_NOW) from None

    async def _carried_out(self, command: SeatCommand) -> Refusal | int:
        clocks = self._game.table.clocks
        if isinstance(command, Move) and clocks and clocks.running == command.by:
            return await self._move(command)
        return await super().submit(command)

    async def _look_again(self) -> None:
        if not await self._standing.lasts(self._shown):
            await self._socket.close(NOT_YOURS, "the session or the token has ended")
            raise WebSocketDisconnect(detail="not the player any more", code=NOT_YOURS)

    async def _move(self, move: Move) -> Refusal | int:
        given = self._lags.given(self._game.game, move.by, self._measure.lag)
        answer = await self._game.submit(move, given)
        if not isinstance(answer, Refusal):
            self._lags.charge(self._game.game, move.by, move.ply, given)
        return answer

    async def measure(self) -> None:
        """Asks how long the way is, for as long as it lasts."""
        while True:
            self._measure.asked()
            await self.send_text(PING)
            await asyncio.sleep(MEASURE_SECONDS)


async def in_time(sending: Awaitable[None]) -> None:
    """Who does not read for too long is gone. Raises WebSocketDisconnect."""
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await sending
    except TimeoutError:
        raise WebSocketDisconnect(detail="too slow") from None


async def _converse(
    socket: AnySocket, services: OnlineServices, conversation: OnlineConversation, room: Room, held: list[Color]
) -> None:
    changed = asyncio.Event()
    changed.set()
    try:
        with services.presence.here(room.game, held, changed.set):
            async with asyncio.TaskGroup() as tasks:
                telling = tasks.create_task(_tell_who_is_there(services, conversation, room, held, changed))
                measuring = tasks.create_task(conversation.measure()) if held and room.table.clocks else None
                try:
                    await conversation.run()
                finally:
                    telling.cancel()
                    if measuring:
                        measuring.cancel()
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
        await conversation.send_text(
            msgspec.json.encode(There(there, services.presence.watching(room.game), claim)).decode()
        )


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
            telling, allowance = tasks.create_task(_tell_lobby(socket, player.id if player else None)), Allowance()
            try:
                while True:
                    await receive(socket, allowance)
            finally:
                telling.cancel()
    except* WebSocketDisconnect:
        pass


async def _tell_lobby(socket: AnySocket, player: str | None) -> None:
    async with contextlib.aclosing(OnlineServices.of(socket).lobby.listen(player)) as news:
        async for each in news:
            await in_time(socket.send_text(msgspec.json.encode(each).decode()))


ROUTES = (follow, lobby)
