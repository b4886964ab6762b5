"""When Python looks for reference cycles. Nobody is answered meanwhile."""

import gc
import sys
import time
from collections.abc import Callable

from damaci.host.repeating import Repeating

YOUNG = 2_000
"""So many new objects are looked through at a time, which takes 2 to 4 ms."""
NEVER = 1_000_000_000
SECONDS = 1.0
LEISURE = 0.2
"""The event loop has leisure in a second of which it works less than this share."""


class Growth:
    """How much more memory than after the last search there has to be: a share of it, and a number of Python's memory
    blocks, of which a million are 70 to 100 MB."""

    def __init__(self, share: float, blocks: int) -> None:
        self._share = share
        self._blocks = blocks

    def exceeds(self, before: int, now: int) -> bool:
        """Whether there is more. Both numbers are of blocks."""
        return now > before * (1 + self._share) + self._blocks


AT_LEISURE = Growth(0.25, 200_000)
AT_ANY_TIME = Growth(1.0, 4_000_000)


class Garbage:
    """Python's own schedule looks through the older objects too often for a server with many games: half a million
    objects, those of a thousand games, take up to a second. Here they are set aside every second, and looked through
    when the memory has grown and there is leisure, or when it has grown much."""

    def __init__(
        self,
        blocks: Callable[[], int] = sys.getallocatedblocks,
        worked: Callable[[], float] = time.thread_time,
        seconds: float = SECONDS,
    ) -> None:
        """`blocks` returns the number of Python's memory blocks, `worked` the seconds that the event loop's thread has
        worked; they are asked every `seconds`."""
        self._blocks = blocks
        self._worked = worked
        self._seconds = seconds
        self._kept = 0
        """Blocks after the last search."""
        self._worked_before = worked()
        self._repeating = Repeating(self._look, seconds, "reference cycles could not be looked for", first=seconds)

    def start(self) -> None:
        """Needs a running event loop. What is there already is the program itself, and no garbage."""
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._look_through_all()
        self._repeating.start()

    async def close(self) -> None:
        """Nothing more is set aside."""
        await self._repeating.close()

    async def _look(self) -> None:
        if self._growth().exceeds(self._kept, self._blocks()):
            self._look_through_all()
        gc.freeze()

    def _growth(self) -> Growth:
        """The growth that is a reason now."""
        worked = self._worked()
        busy = worked - self._worked_before >= LEISURE * self._seconds
        self._worked_before = worked
        if busy:
            return AT_ANY_TIME
        return AT_LEISURE

    def _look_through_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._kept = self._blocks()
