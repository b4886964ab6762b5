"""Groups concurrent appends into one transaction, so that they share one synchronisation of the disk."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from damaci.stored.errors import StoreError

MOST_AT_ONCE = 500
GATHER_SECONDS = 0.016
"""Least seconds between two batches. A single append does not wait."""
HELD_SECONDS = 5.0
"""After this time, an append whose game's row is still held by another transaction fails."""


class PendingAppend(asyncio.Future[bool]):
    """The result of an append. It cannot be cancelled: a cancelled caller gets the result first, and is cancelled
    afterwards."""

    def cancel(self, msg: object = None) -> bool:
        """Refuses."""
        return False


@dataclass(slots=True, eq=False)
class Append:
    """Events, as JSON, to append after `version` of a game, and the changed columns of its row."""

    game: str
    version: int
    events: Sequence[str]
    row: dict[str, object]
    written: PendingAppend = field(default_factory=PendingAppend)
    """True once written, False if the log did not end at `version`; or the error."""
    since: float = field(default_factory=time.monotonic)
    """When it was requested, by the monotonic clock."""


class Written(NamedTuple):
    """What has become of some appends, by their games. Of the games that are in neither, the log did not end at the
    expected version."""

    done: Collection[str]
    held: Collection[str] = ()
    """Games whose rows another transaction holds. Nothing has been appended to them."""


class Batch:
    """Collects the appends that arrive while a batch is written into the next batch. Appends to one game keep their
    order. An append that is held is tried again with each batch, so that it delays only its own game."""

    def __init__(self, write: Callable[[Sequence[Append]], Awaitable[Written]]) -> None:
        """`write` stores appends, each to a different game, in one transaction."""
        self._write = write
        self._waiting: list[Append] = []
        self._writing: asyncio.Task[None] | None = None
        self._next = 0.0
        """The earliest time of the next batch, by the monotonic clock."""

    async def add(self, append: Append) -> bool:
        """True once the append is on the disk, False when the log does not end at its version. Raises what `write`
        raises.

        A cancelled caller gets the answer too, and CancelledError where it waits next: what is on the disk has
        happened."""
        self._waiting.append(append)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        try:
            return await append.written
        except asyncio.CancelledError:
            _cancel_later()
            return append.written.result()

    async def ended(self) -> None:
        """Returns once no append waits any more."""
        while self._writing and not self._writing.done():
            await asyncio.wait([self._writing])

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                await self._gather()
                await self._write_some(self._take())
        except asyncio.CancelledError as error:
            _settle_all(self._waiting, error)
            raise

    async def _gather(self) -> None:
        seconds = self._next - time.monotonic()
        if seconds > 0:
            await asyncio.sleep(seconds)
        self._next = time.monotonic() + GATHER_SECONDS

    async def _write_some(self, chosen: Sequence[Append]) -> None:
        try:
            written = await self._write(chosen)
        except BaseException as error:
            _settle_all(chosen, error)
            if not isinstance(error, Exception):
                raise
        else:
            for append in chosen:
                if append.game not in written.held:
                    append.written.set_result(append.game in written.done)
            self._keep([append for append in chosen if append.game in written.held])

    def _keep(self, held: Sequence[Append]) -> None:
        """Lets held appends wait for the next batch, before later ones to the same games. Those that have waited for
        too long fail."""
        earliest = time.monotonic() - HELD_SECONDS
        for append in held:
            if append.since < earliest:
                append.written.set_exception(_held_too_long(append))
        games = {append.game for append in held}
        again = [append for append in held if append.since >= earliest]
        # Other games come first: held ones could otherwise fill a batch.
        self._waiting = sorted(again + self._waiting, key=lambda append: append.game in games)

    def _take(self) -> Sequence[Append]:
        firsts: dict[str, Append] = {}
        for append in self._waiting:
            if len(firsts) < MOST_AT_ONCE:
                firsts.setdefault(append.game, append)
        self._waiting = [append for append in self._waiting if firsts.get(append.game) is not append]
        return list(firsts.values())


def _cancel_later() -> None:
    """Cancels the running task, which has been cancelled before its time, where it waits next."""
    task = asyncio.current_task()
    if task:
        task.uncancel()
        task.cancel()


def _held_too_long(append: Append) -> StoreError:
    return StoreError(f"game {append.game}: another transaction has held its row for {HELD_SECONDS:g} s")


def _settle_all(appends: Sequence[Append], error: BaseException) -> None:
    for append in appends:
        append.written.set_exception(error)
