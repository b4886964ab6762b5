"""Both players' clocks with Fischer's increment, as a value: what each side has left, whose time runs, and since
when."""

import math
from dataclasses import dataclass, replace
from typing import Self

from damaci.play.events import ClockTimes, Color, other


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds left to each side at the moment `since` (epoch seconds); from then on the time of `running` goes down."""

    white: float
    black: float
    running: Color | None = None
    since: float = 0.0

    @classmethod
    def full(cls, clock: ClockTimes) -> Self:
        """Both sides with the whole base time, neither running. Raises ValueError unless the base is above 0, the
        increment 0 or more."""
        if not (math.isfinite(clock.base) and clock.base > 0):
            raise ValueError(f"clock base {clock.base}: expected seconds above 0")
        if not (math.isfinite(clock.increment) and clock.increment >= 0):
            raise ValueError(f"clock increment {clock.increment}: expected seconds, 0 or more")
        return cls(clock.base, clock.base)

    def left(self, color: Color, at: float) -> float:
        """Seconds that `color` has left at `at`; never negative, and a wall clock that was set back takes no time."""
        seconds = self.white if color == "white" else self.black
        if color == self.running:
            return max(0.0, seconds - max(0.0, at - self.since))
        return seconds

    def fallen(self, at: float) -> Color | None:
        """The side whose time is up at `at`."""
        if self.running and self.left(self.running, at) <= 0:
            return self.running
        return None

    def stopped(self, at: float) -> Self:
        """The running side charged up to `at`; nobody's time runs."""
        return type(self)(self.left("white", at), self.left("black", at), None, at)

    def started(self, color: Color, at: float) -> Self:
        """The same times; that of `color` runs from `at`."""
        return type(self)(self.white, self.black, color, at)

    def resumed(self, at: float) -> Self:
        """The same times, still running for the same side, with nothing charged before `at`."""
        return replace(self, since=at)

    def held(self, since: float, until: float) -> Self:
        """Nothing charged between the two moments: the running side up to `since`, and again from `until`."""
        if self.running is None or until <= self.since:
            return self
        return self.stopped(max(since, self.since)).started(self.running, until)

    def credited(self, color: Color, seconds: float) -> Self:
        """With more time for one side."""
        if color == "white":
            return type(self)(self.white + seconds, self.black, self.running, self.since)
        return type(self)(self.white, self.black + seconds, self.running, self.since)

    def pressed(self, color: Color, increment: float, at: float, *, start: bool) -> Self:
        """After a move of `color`: it gets the increment if its time ran, and the other side's time begins when `start`
        says so."""
        clocks = self.stopped(at)
        if self.running == color:
            clocks = clocks.credited(color, increment)
        if start:
            return clocks.started(other(color), at)
        return clocks
