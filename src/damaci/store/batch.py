"""Groups concurrent appends into one transaction, so that they share one synchronisation of the disk."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

MOST_AT_ONCE = 500
GATHER_SECONDS = 0.016
"""Least seconds between two batches. A single append does not wait."""


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """Events, as JSON, to append after `version` of a game, and the changed columns of its row."""

    game: str
    version: int
    events: Sequence[str]
    row: dict[str, object]
    written: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """True once written, False if the log did not end at `version`; or the error."""


class Batch:
    """Collects the appends that arrive while a batch is written into the next batch. Appends to one game keep their
    order."""

    def __init__(self, write: Callable[[Sequence[Append]], Awaitable[set[str]]]) -> None:
        """`write` stores appends, each to a different game, in one transaction, and returns the games whose log ended
        at the expected version."""
        self._write = write
        self._waiting: list[Append] = []
        self._writing: asyncio.Task[None] | None = None

    async def add(self, append: Append) -> bool:
        """True once the append is on the disk, False when the log does not end at its version. Raises what `write`
        raises."""
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
        # In the order of their ids: two processes that lock the same games could otherwise deadlock.
        return sorted(firsts.values(), key=lambda append: append.game)


def _settle(append: Append, answer: bool | Exception) -> None:
    if append.written.done():
        return  # the caller was cancelled
    if isinstance(answer, Exception):
        append.written.set_exception(answer)
    else:
        append.written.set_result(answer)
