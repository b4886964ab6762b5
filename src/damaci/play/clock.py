"""Both players' clocks, with Fischer's increment or by the day, as a value: what each side has left, whose time runs,
and since when."""

import math
from dataclasses import dataclass, replace
from typing import Self

from damaci.play.events import ClockTimes, Color, other

DAY = 24 * 3600.0
MOST_DAYS = 14
"""Days that a move may take at most in a game by the day."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds left to each side at the moment `since` (epoch seconds); from then on the time of `running` goes down."""

    white: float
    black: float
    running: Color | None = None
    since: float = 0.0
    each: float = 0.0
    """Seconds that every move has anew, in a game by the day; 0: what is left is for the rest of the game."""

    @classmethod
    def full(cls, clock: ClockTimes) -> Self:
        """Both sides with the whole base time, neither running. Raises ValueError unless the base is above 0, the
        increment 0 or more."""
        if not (math.isfinite(clock.base) and clock.base > 0):
            raise ValueError(f"clock base {clock.base}: expected seconds above 0")
        if not (math.isfinite(clock.increment) and clock.increment >= 0):
            raise ValueError(f"clock increment {clock.increment}: expected seconds, 0 or more")
        return cls(clock.base, clock.base)

    @classmethod
    def by_day(cls, days: int, first: Color, at: float) -> Self:
        """So many days for every move; those of the first side run at once. Raises ValueError unless there are 1 to
        MOST_DAYS."""
        if not 1 <= days <= MOST_DAYS:
            raise ValueError(f"{days} days for a move: expected 1 to {MOST_DAYS}")
        seconds = days * DAY
        return cls(seconds, seconds, first, at, seconds)

    def left(self, color: Color, at: float) -> float:
        """Seconds that `color` has left at `at`; never negative, and a wall clock that was set back takes no time."""
        seconds = self.white if color == "white" else self.black
        if color == self.running:
            return max(0.0, seconds - max(0.0, at - self.since))
        return seconds

    def until_fallen(self, at: float) -> float:
        """Seconds from `at` until the running side's time is up; infinity while no time runs."""
        if self.running is None:
            return math.inf
        return self.rests(at) + self.left(self.running, at)

    def fallen(self, at: float) -> Color | None:
        """The side whose time is up at `at`."""
        if self.running and self.left(self.running, at) <= 0:
            return self.running
        return None

    def stopped(self, at: float) -> Self:
        """The running side charged up to `at`; nobody's time runs."""
        return replace(self, white=self.left("white", at), black=self.left("black", at), running=None, since=at)

    def started(self, color: Color, at: float) -> Self:
        """The same times; that of `color` runs from `at`."""
        return replace(self, running=color, since=at)

    def resumed(self, at: float) -> Self:
        """The same times, still running for the same side, with nothing charged before `at`."""
        return replace(self, since=at)

    def held(self, since: float, until: float) -> Self:
        """Nothing charged between the two moments: the running side up to `since`, and again from `until`."""
        if self.running is None or until <= self.since:
            return self
        return self.stopped(max(since, self.since)).started(self.running, until)

    def rested(self, since: float, until: float) -> Self:
        """The running side charged up to `since`, and again from `until`, which may be ahead or before `since`."""
        if self.running is None:
            return self
        return self.stopped(max(since, self.since)).started(self.running, until)

    def rests(self, at: float) -> float:
        """By the day: seconds from `at` for which the running side is not charged yet."""
        if self.running is None or not self.each:
            return 0.0
        return max(0.0, self.since - at)

    def credited(self, color: Color, seconds: float) -> Self:
        """With more time for one side."""
        if color == "white":
            return replace(self, white=self.white + seconds)
        return replace(self, black=self.black + seconds)

    def renewed(self, at: float) -> Self:
        """By the day: everything that a move has, for the same side, from `at`."""
        return replace(self, white=self.each, black=self.each, since=at)

    def pressed(self, color: Color, increment: float, at: float, *, start: bool) -> Self:
        """After a move of `color`: it gets the increment if its time ran, and the other side's time begins when `start`
        says so. By the day, the other side's days begin."""
        if self.each:
            return self.renewed(at).started(other(color), at)
        clocks = self.stopped(at)
        if self.running == color:
            clocks = clocks.credited(color, increment)
        if start:
            return clocks.started(other(color), at)
        return clocks
