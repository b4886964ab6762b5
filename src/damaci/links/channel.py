"""Messages over a link, in frames of limited size, with heartbeats."""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from damaci.links.link import Link, LinkLost
from damaci.links.messages import AnyMessage, BadTalk, Beat, decode, decode_first, encode
from damaci.links.pace import Pace
from damaci.wire.allowance import Allowance
from damaci.wire.framing import MAX_FRAME, BadFrame, Deframer, frame


class Channel:
    """Messages over one link. It is an async context manager, which closes the link at the end.

    One task may receive while any number of tasks send."""

    def __init__(self, link: Link, pace: Pace, max_size: int = MAX_FRAME, now: Callable[[], float] = time.time) -> None:
        """`max_size`: bytes of the longest message accepted from the other side."""
        self.peer = link.peer
        self.ahead = 0.0
        """Seconds by which the clock of the other side is ahead, according to its last heartbeat."""
        self._link = link
        self._pace = pace
        self._now = now
        self._deframer = Deframer(max_size)
        self._allowance = Allowance(rate=50, burst=200)
        self._inbox: deque[AnyMessage] = deque()
        self._decode = decode_first
        self._turn = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._beating:
            self._beating.cancel()
        await self._link.close()

    async def send(self, message: AnyMessage) -> None:
        """Sends a message; the first one has to be a greeting. Raises LinkLost, also when the other side does not
        read."""
        async with self._turn:
            try:
                async with asyncio.timeout(self._pace.stall):
                    await self._link.write(frame(encode(message)))
            except TimeoutError:
                raise LinkLost(f"{self.peer} has taken nothing for {self._pace.stall:g} s") from None
        self._beating = self._beating or asyncio.create_task(self._beat())

    async def receive(self, patience: float | None = None) -> AnyMessage:
        """Returns the next message that is not a heartbeat. Raises LinkLost at the end of the link and after `patience`
        seconds of silence (by default the pace's), BadTalk for an invalid message, WrongProtocol for a greeting in
        another version."""
        while not self._inbox:
            self._take(await self._read(patience or self._pace.silence))
        return self._inbox.popleft()

    async def _read(self, patience: float) -> bytes:
        try:
            async with asyncio.timeout(patience):
                data = await self._link.read()
        except TimeoutError:
            raise LinkLost(f"{self.peer} has been silent for {patience:g} s") from None
        if not data:
            raise LinkLost(f"{self.peer} has closed the link")
        return data

    def _take(self, data: bytes) -> None:
        try:
            for payload in self._deframer.feed(data):
                self._understand(payload)
        except BadFrame as error:
            raise BadTalk(str(error)) from None

    def _understand(self, payload: bytes) -> None:
        if not self._allowance.take():
            raise BadTalk(f"{self.peer} sends too much")
        message = self._decode(payload)
        self._decode = decode
        if not isinstance(message, Beat):
            self._inbox.append(message)
        elif math.isfinite(message.at):
            self.ahead = message.at - self._now()

    async def _beat(self) -> None:
        with suppress(LinkLost):
            while True:
                await self.send(Beat(at=self._now()))
                await asyncio.sleep(self._pace.beat)
