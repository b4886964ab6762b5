"""Appends that come at the same time, written together: the disk is waited for once for all of them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

MOST_AT_ONCE = 500
GATHER_SECONDS = 0.016
"""From one batch to the next at least: what comes meanwhile costs hardly more than one append. Who comes alone does not
wait."""


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """Events that are to follow `version` of a game, as JSON, and what they change of the game's row."""

    game: str
    version: int
    events: Sequence[str]
    row: dict[str, object]
    written: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """Whether the log ended at `version`, or the error by which nothing was written."""


class Batch:
    """Who comes while a batch is being written is in the next one. Of several appends to one game the first goes
    first."""

    def __init__(self, write: Callable[[Sequence[Append]], Awaitable[set[str]]]) -> None:
        """`write`: stores appends, each to another game, in one transaction; the games whose log ended where it had
        to."""
        self._write = write
        self._waiting: list[Append] = []
        self._writing: asyncio.Task[None] | None = None

    async def add(self, append: Append) -> bool:
        """Whether it was written, once it is on the disk; False when the log does not end at its version. Raises what
        writing raises."""
        self._waiting.append(append)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return await append.written

    async def _write_all(self) -> None:
        while self._waiting:
            began = time.monotonic()
            await self._write_some(self._take())
            await asyncio.sleep(began + GATHER_SECONDS - time.monotonic())

    async def _write_some(self, chosen: Sequence[Append]) -> None:
        try:
            done = await self._write(chosen)
        except Exception as error:
            for append in chosen:
                _settle(append, error)
        else:
            for append in chosen:
                _settle(append, append.game in done)

    def _take(self) -> list[Append]:
        firsts: dict[str, Append] = {}
        for append in self._waiting:
            if len(firsts) < MOST_AT_ONCE:
                firsts.setdefault(append.game, append)
        self._waiting = [append for append in self._waiting if firsts.get(append.game) is not append]
        # In the order of their ids: two processes that want the same games would otherwise wait for each other.
        return sorted(firsts.values(), key=lambda append: append.game)


def _settle(append: Append, answer: bool | Exception) -> None:
    if append.written.done():
        return  # whoever asked has gone away
    if isinstance(answer, Exception):
        append.written.set_exception(answer)
    else:
        append.written.set_result(answer)
