"""How much memory open games take, and what happens when it is used up."""

import math
import time
from collections.abc import Callable

from damaci.errors import DamaciError

ROOM_BYTES = 16 * 1024
"""What a room without events takes: the start position, a lock and timers."""
EVENT_BYTES = 1100
"""What an event takes, with what the table makes of it. `python -m benchmarks.handlers` measures both."""

MEASURE_SECONDS = 1.0
"""Seconds for which a measurement counts."""


class RoomsFull(DamaciError):
    """The memory for open games is used up, and all of them are in use."""

    code = "full"


def bytes_of(events: int) -> int:
    """The estimate for a room with that many events."""
    return ROOM_BYTES + events * EVENT_BYTES


class Budget:
    """The memory for open games. Measuring what they take is slow, and needed exactly only when memory is short."""

    def __init__(self, most: int, measure: Callable[[], int], now: Callable[[], float] = time.monotonic) -> None:
        """`most`: bytes of memory; `measure` returns how many are taken."""
        self._most = most
        self._measure = measure
        self._now = now
        self._spare = 0
        """Bytes that may be given away until the next measurement."""
        self._measured = -math.inf

    def spares(self, size: int) -> bool:
        """Whether a game of this size certainly leaves enough. Once in MEASURE_SECONDS, it is measured how much less
        than half is taken; the other half is for the moves of all games until the next time."""
        now = self._now()
        if now - self._measured >= MEASURE_SECONDS:
            self._measured = now
            self._spare = self._most // 2 - self._measure()
        self._spare -= size
        return self._spare >= 0

    def excess(self, size: int) -> int:
        """Bytes by which there is too little for a game of this size; 0 or less if there is enough."""
        return self._measure() + size - self._most
