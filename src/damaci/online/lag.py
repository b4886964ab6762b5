"""Lag compensation: gives the network's round-trip time back to the player's clock.

The time is measured by a ping that the page answers at once. Answering late on purpose gains little: at most MOST
seconds a move, out of a small budget that is refilled slowly and belongs to the seat, not to the connection.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from damaci.host import Room
from damaci.host.conversation import Frames
from damaci.host.room import Consent
from damaci.play.commands import Move, SeatCommand
from damaci.play.refusal import Refusal
from damaci.wire.pings import PING, PONG

MOST = 0.5
"""The most seconds for one move."""
BUDGET = 3.0
"""Seconds of budget at the beginning of a game, and its maximum."""
REFILL = 0.1
"""Seconds added to the budget with each move."""
MOST_SEATS = 100_000
KEPT = 5
"""Measurements of a connection that count."""

PING_SECONDS = 10.0


class LagBudgets:
    """The remaining budget of each seat."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        """Seconds left, and the ply of the last REFILL."""

    def given(self, game: str, color: str, lag: float) -> float:
        """Seconds to give back for a move of that seat. `lag`: round-trip time in seconds."""
        left, _ = self._left.get((game, color), (BUDGET, 0))
        return max(0.0, min(MOST, left, lag))

    def charge(self, game: str, color: str, ply: int, given: float) -> None:
        """Charges the budget for a move that was made. A refused or repeated move must not refill it."""
        left, last = self._left.pop((game, color), (BUDGET, 0))
        left -= given
        if ply > last:
            left += REFILL
        self._left[game, color] = min(BUDGET, left), max(ply, last)
        if len(self._left) > MOST_SEATS:
            self._left.popitem(last=False)


class Measure:
    """The round-trip time of a connection: the shortest of the last few measurements."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._asked: float | None = None
        self._times: tuple[float, ...] = ()

    def asked(self) -> None:
        """Called when a ping has been sent."""
        self._asked = self._now()

    def answered(self) -> None:
        """Called when an answer has arrived; an answer without a ping is ignored."""
        if self._asked is not None:
            self._times = (*self._times[1 - KEPT :], self._now() - self._asked)
            self._asked = None

    @property
    def lag(self) -> float:
        """Round-trip time in seconds; 0 until it has been measured."""
        return min(self._times, default=0.0)


class PingedFrames:
    """Frames that also send pings, and filter their answers from the received frames."""

    def __init__(self, frames: Frames, measure: Measure) -> None:
        self._frames = frames
        self._measure = measure
        self.send_at_once = frames.send_at_once
        """See Frames."""

    async def receive(self) -> str:
        """See Frames."""
        while (text := await self._frames.receive()) == PONG:
            self._measure.answered()
        return text

    async def send(self, text: str) -> None:
        """See Frames."""
        await self._frames.send(text)

    async def ping(self) -> None:
        """Sends pings at intervals until it is cancelled."""
        while True:
            self._measure.asked()
            await self.send(PING)
            await asyncio.sleep(PING_SECONDS)


class LagCompensation:
    """Submits the commands of one connection to a room."""

    def __init__(self, room: Room, budgets: LagBudgets, measure: Measure, consent: Consent | None = None) -> None:
        """`consent`: see Room.submit."""
        self._room = room
        self._consent = consent
        self._budgets = budgets
        self._measure = measure

    async def submit(self, command: SeatCommand) -> Refusal | int:
        """Like Room.submit, but gives travel time back for a move of the player whose clock runs."""
        clocks = self._room.table.clocks
        if isinstance(command, Move) and clocks and clocks.running == command.by:
            return await self._move(command)
        return await self._room.submit(command, consent=self._consent)

    async def _move(self, move: Move) -> Refusal | int:
        game = self._room.game
        given = self._budgets.given(game, move.by, self._measure.lag)
        answer = await self._room.submit(move, given, self._consent)
        if not isinstance(answer, Refusal):
            self._budgets.charge(game, move.by, move.ply, given)
        return answer
