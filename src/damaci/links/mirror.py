"""A copy of a game whose table is on another device."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from damaci.errors import DamaciError
from damaci.host import Forked, Room, RoomClosed
from damaci.links.messages import MAX_NAME, BadTalk
from damaci.play.commands import AnyCommand, Resume, Tick
from damaci.play.decide import decide
from damaci.play.events import AnyEvent, Opened
from damaci.play.refusal import Refusal, TableCode
from damaci.play.table import Table
from damaci.store.log import EventLog

MAX_EVENTS = 20_000
"""Events accepted from a host, so that it cannot fill the disk."""
LATEST = 4_102_444_800.0
"""The year 2100, in epoch seconds: a host's clock that shows more is not one."""

Ask = Callable[[str, AnyCommand], Awaitable[Refusal | int]]


class Mirror:
    """Has a room whose commands the host carries out; it stores the events of the host before its subscribers get
    them."""

    def __init__(
        self, game: str, events: Sequence[AnyEvent], log: EventLog, ask: Ask, now: Callable[[], float], patience: float
    ) -> None:
        """`ask` has the host carry a command out. `now` is the clock of the host. `patience`: seconds until the events
        of a command must have arrived after its answer."""
        self.room = Room(game, events, log, now, elsewhere=self._submit)
        self._ask = ask
        self._patience = patience

    async def receive(self, version: int, events: Sequence[AnyEvent]) -> None:
        """Takes over events of the host, the last of which has number `version`. Those that are here already have to be
        equal.

        Raises BadTalk for events that cannot have happened, StoreError, RoomClosed; then nothing has changed here."""
        try:
            await self.room.record(version, events, folded_table)
        except Forked as error:
            raise BadTalk(str(error)) from None

    async def _submit(self, command: AnyCommand, _under_way: float) -> Refusal | int:
        room = self.room
        if room.closed:
            raise RoomClosed(room.game)
        if isinstance(command, Tick | Resume):
            return room.table.version
        decision = decide(room.table, command, room.now())
        if isinstance(decision, Refusal) and decision.move:
            return decision  # explained at once, with what has to be played instead
        answer = await self._ask(room.game, command)
        if isinstance(answer, Refusal):
            return answer
        return await self._reached(answer)

    async def _reached(self, version: int) -> Refusal | int:
        """Waits until the events up to a version are here; returns the version."""
        try:
            async with asyncio.timeout(self._patience):
                with self.room.subscribe() as news:
                    while len(self.room.events) < version:
                        await anext(news)
        except (TimeoutError, StopAsyncIteration):
            return unreachable()
        return version


def unreachable() -> Refusal:
    """The refusal when the other device does not answer."""
    return Refusal(TableCode.UNREACHABLE, "the device on which the game is played does not answer")


def folded_table(events: Sequence[AnyEvent]) -> Table:
    """The table after the events of another device. Raises BadTalk unless they are a possible game of two persons."""
    if len(events) > MAX_EVENTS:
        raise BadTalk(f"a game of {len(events)} events: expected at most {MAX_EVENTS}")
    if any(not 0 <= event.at <= LATEST for event in events):
        raise BadTalk("an event out of all time")
    try:
        table = Table.fold(events)
    except (DamaciError, ValueError) as error:
        raise BadTalk(f"an impossible game: {error}") from None
    opened = events[0]
    assert isinstance(opened, Opened)
    if any(
        seat.kind != "person" or len(seat.name) > MAX_NAME or not seat.name.isprintable()
        for seat in (opened.white, opened.black)
    ):
        raise BadTalk("a seat that is not a person's with a name that can be shown")
    return table
