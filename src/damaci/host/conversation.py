"""One client's conversation with a live game: it subscribes, asks, and is answered. Whatever carries the text, this is
what is said."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from typing import NoReturn, Protocol

import msgspec

from damaci.host.room import Room, RoomClosed
from damaci.play.commands import SeatCommand
from damaci.play.events import Color
from damaci.play.refusal import Refusal, TableCode
from damaci.stored.errors import StoreError
from damaci.wire import messages as m
from damaci.wire import view
from damaci.wire.codec import BadMessage, decode_request, encode

STORAGE = "storage"
STORAGE_FULL = "storage-full"
CLOSING = "closing"
PASSING = frozenset({STORAGE, STORAGE_FULL, CLOSING})
"""Codes of refusals that are not the table's: the same command may succeed a moment later."""
NOT_NOW = "Nothing can be stored or read just now: try again."

Submit = Callable[[SeatCommand], Awaitable[Refusal | int]]
"""Carries a command out, as Room.submit does. Raises StoreError, RoomClosed."""

Answered = Callable[[m.Done | m.Refused], Awaitable[None]]
"""Is told what a client was answered."""

Respond = Callable[[SeatCommand], Awaitable[m.Done | m.Refused]]
Greet = Callable[[m.Hello], Awaitable[None]]

_logger = logging.getLogger(__name__)


class Frames(Protocol):
    """What carries text to a client and back. Its methods raise an exception of their own when the client has gone."""

    async def receive(self) -> str:
        """The next text of the client."""

    async def send(self, text: str) -> None:
        """Sends a text to the client."""

    def send_at_once(self, text: str) -> bool:
        """Sends a text if that is possible without waiting; returns whether it has been sent."""


class Conversation:
    """Answers what a client asks for its seats, and tells it what happens."""

    def __init__(
        self,
        room: Room,
        held: Collection[Color],
        capabilities: Collection[m.Capability] = (),
        submit: Submit | None = None,
        answered: Answered | None = None,
    ) -> None:
        """`held`: the client's seats; none for a spectator. `capabilities`: what it may do. `submit` is asked instead
        of the room to carry out its commands. `answered` is awaited after each answer, before the next text is
        read."""
        self._room = room
        self._held = held
        self._capabilities = capabilities
        self._submit = submit or room.submit
        self._answered = answered or _nothing

    async def answer(self, command: SeatCommand) -> m.Done | m.Refused:
        """Has a command carried out for the seat that it names, or for the only one that the client holds."""
        seated = seat(command, self._held)
        if isinstance(seated, Refusal):
            return view.refused(command.id, seated)
        return await answer(self._submit(seated), command.id)

    def snapshot(self) -> m.Snapshot:
        """Everything, as the game stands now."""
        return view.snapshot(self._room.game, self._room.table, self._held, self._room.now(), self._capabilities)

    async def follow(self, after: int | None = None) -> AsyncGenerator[m.Snapshot | m.Update]:
        """Sends what has happened after version `after`, then everything that happens, until the room is closed."""
        room = self._room
        with room.subscribe(held=self._held) as news:
            yield self._beginning(after)
            async for _, events in news:
                yield view.update(room.table, events, self._held, room.now())

    # ---- as text -----------------------------------------------------------------------------------------------------

    async def run(self, frames: Frames) -> None:
        """Lasts until the client has gone or the room is closed. Raises what `frames` raises, or RoomClosed, in a
        group."""
        async with asyncio.TaskGroup() as tasks:

            async def greet(hello: m.Hello) -> None:
                tasks.create_task(self._send_updates(frames, hello.after))

            await listen(frames, self.answer, greet, self._answered)

    async def _send_updates(self, frames: Frames, after: int | None) -> None:
        room = self._room

        def send_at_once(version: int) -> bool:
            return frames.send_at_once(room.updates.text(version, self._held))

        with room.subscribe(at_once=send_at_once, held=self._held) as news:
            await send(frames, self._beginning(after))
            async for version, events in news:
                await frames.send(room.updates.text(version - len(events), self._held))
        raise RoomClosed(room.game)

    def _beginning(self, after: int | None) -> m.Snapshot | m.Update:
        """What a client needs that has everything up to version `after`."""
        room = self._room
        if after is None or not 1 <= after <= len(room.events):
            return self.snapshot()
        return view.update(room.table, room.events[after:], self._held, room.now())


def seat(command: SeatCommand, held: Collection[Color]) -> SeatCommand | Refusal:
    """The command with its side filled in; refused for a seat that the client does not hold, or when it does not say
    which of two."""
    color = command.color
    if color is None and len(held) == 1:
        color = next(iter(held))
    if color is None or color not in held:
        holding = " and ".join(held) or "no seat"
        return Refusal(TableCode.NOT_YOUR_SEAT, f"asked for {color or 'no side'}, holding {holding}")
    return msgspec.structs.replace(command, color=color)


async def answer(submitted: Awaitable[Refusal | int], command_id: str = "") -> m.Done | m.Refused:
    """What a client is told about a command that has been submitted."""
    try:
        done = await submitted
    except StoreError as error:
        _logger.error("%s", error)
        return m.Refused(id=command_id, code=error.code, message=NOT_NOW)
    except RoomClosed:
        return m.Refused(id=command_id, code=CLOSING, message="The game is being put away: try again.")
    if isinstance(done, Refusal):
        return view.refused(command_id, done)
    return m.Done(id=command_id, version=done)


async def _nothing(answer: m.Done | m.Refused) -> None:
    pass


async def listen(frames: Frames, respond: Respond, greet: Greet, answered: Answered) -> NoReturn:
    """Answers each text of a client, until `frames` raises because it has gone. `greet` is awaited for the first
    hello, `respond` for each command, and `answered` after each answer, before the next text is read."""
    greeted = False
    while True:
        try:
            message = decode_request(await frames.receive())
        except BadMessage as error:
            answer: m.Done | m.Refused = m.Refused(code="bad-message", message=str(error))
        else:
            if not isinstance(message, m.Hello):
                answer = await respond(message)
            elif greeted:
                answer = m.Refused(code="bad-message", message="hello has been said")
            else:
                greeted = True
                await greet(message)
                continue
        await send(frames, answer)
        await answered(answer)


async def send(frames: Frames, message: m.ServerMessage) -> None:
    """Sends a message, at once if that is possible."""
    text = encode(message).decode()
    if not frames.send_at_once(text):
        await frames.send(text)
