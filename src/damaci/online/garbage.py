"""When Python looks for reference cycles. Nobody is answered meanwhile."""

import gc
import sys
from collections.abc import Callable

from damaci.host.repeating import Repeating

YOUNG = 2_000
"""So many new objects are looked through at a time, which takes 2 to 4 ms."""
NEVER = 1_000_000_000
SECONDS = 1.0
GROWTH = 0.5
SLACK = 200_000
"""All objects are looked through when Python's memory blocks are more by this share and this number than after the last
time. A thousand open games are half a million objects and two million blocks, and take a third of a second."""


class Garbage:
    """Python's own schedule looks through the older objects too often for a server with many games: each time, it
    stands still for 0.04 to 0.4 s. Here they are set aside every second, and looked through only when the memory has
    grown much."""

    def __init__(self, blocks: Callable[[], int] = sys.getallocatedblocks, seconds: float = SECONDS) -> None:
        """`blocks` returns the number of Python's memory blocks; `seconds`: how often it is asked."""
        self._blocks = blocks
        self._most = 0.0
        self._repeating = Repeating(self._look, seconds, "reference cycles could not be looked for")

    def start(self) -> None:
        """Needs a running event loop. What is there already is the program itself, and no garbage."""
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._look_through_all()
        self._repeating.start()

    async def close(self) -> None:
        """Nothing more is set aside."""
        await self._repeating.close()

    async def _look(self) -> None:
        if self._blocks() > self._most:
            self._look_through_all()
        gc.freeze()

    def _look_through_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._most = self._blocks() * (1 + GROWTH) + SLACK
