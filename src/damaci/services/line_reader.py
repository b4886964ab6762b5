"""Engine lines and reviews for one page; each request ends the one before."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Protocol

import msgspec

from damaci.errors import DamaciError
from damaci.sentence import Sentence
from damaci.services.engine_lines import Analyse, EngineLines, FoundLines, Review
from damaci.services.reviews import ReviewedPly


class Stop(msgspec.Struct, frozen=True, tag_field="type", tag="stop", forbid_unknown_fields=True):
    """Ends the current request."""


class Wrong(msgspec.Struct, frozen=True, tag_field="type", tag="wrong"):
    """An invalid request, and why."""

    message: str


class Frames(Protocol):
    """What carries text to the page and back. Its methods raise `Gone` when the page has gone."""

    async def receive(self) -> str:
        """The next text of the page."""

    async def send(self, text: str) -> None:
        """Sends a text to the page."""


Say = Callable[[Sentence], str]
"""Translates the reason why a value is invalid."""

Request = Analyse | Review | Stop
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class LineReader:
    """One page, with one stream at a time. `gone` is what `frames` raises when the page has gone."""

    def __init__(self, frames: Frames, engine_lines: EngineLines, say: Say, gone: type[Exception]) -> None:
        self._frames = frames
        self._engine_lines = engine_lines
        self._say = say
        self._gone = gone
        self._sending: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Answers until the page has gone; raises what `frames` raises."""
        while True:
            text = await self._frames.receive()
            await self.stop()
            try:
                self._start(_requests.decode(text))
            except msgspec.DecodeError as error:
                await self._send(Wrong(str(error)))

    async def stop(self) -> None:
        """Ends the stream. Raises the exception that ended it earlier, unless the page had gone."""
        if self._sending:
            self._sending.cancel()
            (ended,) = await asyncio.gather(self._sending, return_exceptions=True)
            self._sending = None
            if isinstance(ended, Exception) and not isinstance(ended, self._gone):
                raise ended

    def _start(self, request: Request) -> None:
        if isinstance(request, Analyse):
            self._sending = asyncio.create_task(self._send_all(self._engine_lines.analyse(request)))
        elif isinstance(request, Review):
            self._sending = asyncio.create_task(self._send_all(self._engine_lines.review(request)))

    async def _send_all(self, answers: AsyncGenerator[FoundLines | ReviewedPly]) -> None:
        try:
            async with aclosing(answers):
                async for answer in answers:
                    await self._send(answer)
        except DamaciError as error:
            await self._send(Wrong(self._say(error.reason)))

    async def _send(self, message: FoundLines | ReviewedPly | Wrong) -> None:
        await self._frames.send(msgspec.json.encode(message).decode())
