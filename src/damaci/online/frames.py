"""The text frames of a connection, which its address and its player pay for."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NoReturn

from damaci.host.conversation import PASSING
from damaci.online.costs import FRAMES, REFUSED
from damaci.online.limits import Payer, RateLimits
from damaci.site.socket import TextFrames, too_many
from damaci.wire import messages as m
from damaci.wire.closing import TOO_MANY

LONGEST_DELAY = 3.0
"""The most seconds by which reading the next frame is delayed when an address or a player sends too much. If it would
be more, the connection is closed."""
TOLERATED = 5
"""Refusals in a row after which each delays the next frame."""
STEP_SECONDS = 0.1
"""Seconds by which each further refusal makes the delay longer."""
MOST_IN_VAIN = 20
"""Refusals in a row after which the connection is closed."""
CLOSED_SECONDS = 30.0
"""Seconds after which it may come back, as the close reason says."""

Sleep = Callable[[float], Awaitable[object]]


class PaidFrames:
    """Delays the frames of a client that sends too many, and closes the connection if it goes on."""

    def __init__(self, frames: TextFrames, limits: RateLimits, payer: Payer, sleep: Sleep = asyncio.sleep) -> None:
        self._frames = frames
        self._limits = limits
        self._payer = payer
        self._sleep = sleep
        self._in_vain = 0
        """Refusals in a row."""
        self.send_at_once = frames.send_at_once
        """See Frames. Sending costs nothing."""

    async def receive(self) -> str:
        """See Frames. Raises WebSocketDisconnect for too many frames, too."""
        frame = await self._frames.receive()
        if wait := self._limits.charge(FRAMES, self._payer, 1.0):
            await self._delay(wait)
        return frame

    async def send(self, text: str) -> None:
        """See Frames."""
        await self._frames.send(text)

    async def close(self, code: int, reason: str) -> NoReturn:
        """Closes the connection. Raises WebSocketDisconnect."""
        await self._frames.close(code, reason)

    async def answered(self, answer: m.Done | m.Refused) -> None:
        """Charges for a refusal, and slows a connection down on which there is nothing else. Raises
        WebSocketDisconnect when there have been too many."""
        if isinstance(answer, m.Done):
            self._in_vain = 0
        elif answer.code not in PASSING:
            await self._refused()

    async def _refused(self) -> None:
        self._in_vain += 1
        if self._in_vain >= MOST_IN_VAIN:
            await self.close(TOO_MANY, too_many(CLOSED_SECONDS))
        if wait := self._limits.charge(FRAMES, self._payer, REFUSED - 1.0):
            await self._delay(wait)
        if self._in_vain > TOLERATED:
            await self._sleep(STEP_SECONDS * (self._in_vain - TOLERATED))

    async def _delay(self, wait: float) -> None:
        if wait > LONGEST_DELAY:
            await self.close(TOO_MANY, too_many(wait))
        await self._sleep(wait)
