"""How far a search goes."""

from dataclasses import dataclass, replace
from typing import Self

from damaci.arguments import expect_positive, expect_whole

DEEPEST = 200
"""Plies: the kernel follows no line further than 240 from the root."""
MOST_NODES = 2**62
LONGEST_SECONDS = 1e9


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at the first limit reached, or when it is stopped. None means no such limit."""

    depth: int | None = None
    """Plies of full search; captures are followed to their end beyond it."""
    nodes: int | None = None
    """Positions searched. With one thread and an empty memory, the same search finds the same on every machine."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raises BadArgument for a limit out of range."""
        if self.depth is not None:
            expect_whole("depth", self.depth, 1, DEEPEST)
        if self.nodes is not None:
            expect_whole("nodes", self.nodes, 1, MOST_NODES)
        if self.seconds is not None:
            expect_positive("seconds", self.seconds, LONGEST_SECONDS)

    def within(self, seconds: float | None) -> Self:
        """The same limits, but no longer than these seconds; None leaves them as they are."""
        if seconds is None or (self.seconds is not None and self.seconds <= seconds):
            return self
        return replace(self, seconds=seconds)
