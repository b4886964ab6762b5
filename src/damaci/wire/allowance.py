"""Limits how much somebody may send."""

import time
from collections.abc import Callable


def monotonic() -> float:
    """Seconds of a clock that only goes forward."""
    return time.monotonic()


class Allowance:
    """A token bucket: `burst` units at once, `rate` units a second in the long run."""

    __slots__ = ("_at", "_burst", "_left", "_now", "_rate")

    def __init__(self, rate: float = 20, burst: float = 100, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left = burst
        self._at = now()

    @property
    def left(self) -> float:
        """Units that may be taken now; below 0 is a debt."""
        now = self._now()
        left = self._left
        if now > self._at:
            left += (now - self._at) * self._rate
        self._left = left if left < self._burst else self._burst
        self._at = now
        return self._left

    def take(self, cost: float = 1.0) -> bool:
        """Whether so many more are allowed now. If not, nothing is taken."""
        if self.left < cost and self._left < self._burst:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """Seconds until so many may be taken; a cost above `burst` counts as `burst`."""
        return max(0.0, (min(cost, self._burst) - self.left) / self._rate)

    def charge(self, cost: float = 1.0) -> float:
        """Takes so many in any case, and returns the seconds until they are paid off. The debt is `burst` at most."""
        left = self.left - cost
        if left >= 0:
            self._left = left
            return 0.0
        self._left = max(-self._burst, left)
        return -self._left / self._rate

    def set(self, left: float) -> None:
        """Says how many units are left, because others take from the same ones."""
        self._at = self._now()
        self._left = min(self._burst, left)
