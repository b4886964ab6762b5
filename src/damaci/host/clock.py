"""The host's time of day: it begins with the wall clock and goes on with the monotonic one, so that a wall clock that
is set takes no time from anybody and gives none."""

import time
from collections.abc import Callable


class HostClock:
    """Epoch seconds, as a callable. While the host runs it never goes back."""

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.wall = wall
        """The wall clock itself."""
        self._monotonic = monotonic
        self._ahead = wall() - monotonic()

    def __call__(self) -> float:
        """The time now."""
        return self._monotonic() + self._ahead

    def set(self, at: float) -> None:
        """Sets the clock to `at`. Only before anything has been timed by it."""
        self._ahead = at - self._monotonic()

    def reach(self, at: float) -> None:
        """Puts the clock forward to `at`, unless it is later already."""
        self._ahead += max(0.0, at - self())
