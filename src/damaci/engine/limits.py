"""The limits of a search."""

from dataclasses import dataclass, replace
from typing import Self

from damaci.arguments import expect_positive, expect_whole

DEEPEST = 200
"""In plies: the kernel follows no line for more than 240 plies from the root."""
MOST_NODES = 2**62
LONGEST_SECONDS = 1e9


@dataclass(frozen=True, slots=True)
class Limits:
    """A search ends at the first of these limits that it reaches, or when it is stopped. None means no such limit."""

    depth: int | None = None
    """Plies of full search; beyond it, captures are followed to their end."""
    nodes: int | None = None
    """Positions searched. With one thread and an empty hash table, the same search has the same result on every
    machine."""
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
