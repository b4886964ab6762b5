"""Lag compensation: the time that the network takes is given back to the player.

It is measured by a ping that the page answers at once. Whoever answers late on purpose gains little: MOST a move, and
only as long as a small budget lasts, which is refilled slowly and belongs to the seat, not to the connection.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from damaci.host import Room
from damaci.host.conversation import Frames
from damaci.play.commands import Move, SeatCommand
from damaci.play.refusal import Refusal

MOST = 0.5
"""Seconds for one move."""
BUDGET = 3.0
"""Seconds at the beginning of a game, and the most that can be saved."""
REFILL = 0.1
"""Seconds that come to the budget with each move."""
MOST_SEATS = 100_000

PING = '{"type":"ping"}'
PONG = '{"type":"pong"}'
PING_SECONDS = 10.0


class LagBudgets:
    """What each seat has left to be given back."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        """Seconds, and the ply by which the seat has had its REFILL last."""

    def given(self, game: str, color: str, lag: float) -> float:
        """What is given back for a move of that seat, whose network takes `lag` seconds there and back."""
        left, _ = self._left.get((game, color), (BUDGET, 0))
        return max(0.0, min(MOST, left, lag))

    def charge(self, game: str, color: str, ply: int, given: float) -> None:
        """The move has been made. A refused one, or one that is sent again, must not fill the budget."""
        left, last = self._left.pop((game, color), (BUDGET, 0))
        refill = REFILL if ply > last else 0.0
        self._left[game, color] = min(BUDGET, left - given + refill), max(ply, last)
        if len(self._left) > MOST_SEATS:
            self._left.popitem(last=False)


class Measure:
    """How long a connection takes there and back: the shortest of the last few times."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._asked: float | None = None
        self._times: deque[float] = deque(maxlen=5)

    def asked(self) -> None:
        """The question has been sent."""
        self._asked = self._now()

    def answered(self) -> None:
        """The answer has come; one that nobody has asked for counts for nothing."""
        if self._asked is not None:
            self._times.append(self._now() - self._asked)
            self._asked = None

    @property
    def lag(self) -> float:
        """Seconds; 0 until it has been measured."""
        return min(self._times, default=0.0)


class PingedFrames:
    """Frames between which pings go out; their answers are taken out of what comes in."""

    def __init__(self, frames: Frames, measure: Measure) -> None:
        self._frames = frames
        self._measure = measure

    async def receive(self) -> str:
        """See Frames."""
        while (text := await self._frames.receive()) == PONG:
            self._measure.answered()
        return text

    async def send(self, text: str) -> None:
        """See Frames."""
        await self._frames.send(text)

    async def ping(self) -> None:
        """Measures now and then, until it is cancelled."""
        while True:
            self._measure.asked()
            await self.send(PING)
            await asyncio.sleep(PING_SECONDS)


class LagCompensation:
    """Submits the commands of one connection to a room."""

    def __init__(self, room: Room, budgets: LagBudgets, measure: Measure) -> None:
        self._room = room
        self._budgets = budgets
        self._measure = measure

    async def submit(self, command: SeatCommand) -> Refusal | int:
        """As Room.submit; a move whose player's clock runs is not charged for the time that it travelled."""
        clocks = self._room.table.clocks
        if isinstance(command, Move) and clocks and clocks.running == command.by:
            return await self._move(command)
        return await self._room.submit(command)

    async def _move(self, move: Move) -> Refusal | int:
        game = self._room.game
        given = self._budgets.given(game, move.by, self._measure.lag)
        answer = await self._room.submit(move, given)
        if not isinstance(answer, Refusal):
            self._budgets.charge(game, move.by, move.ply, given)
        return answer
