"""How much a connection may send."""

import time


class Allowance:
    """How many messages a connection may send: `burst` at once, `rate` a second in the long run."""

    def __init__(self, rate: float = 20, burst: float = 100) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
