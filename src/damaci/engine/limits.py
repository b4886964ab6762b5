"""How far a search goes."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at the first limit reached, or when it is stopped. None means no such limit."""

    depth: int | None = None
    """Plies of full search; captures are followed to their end beyond it."""
    nodes: int | None = None
    """Positions looked at. With one thread and nothing remembered, the same search finds the same on every machine."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raises ValueError for a limit that is not positive."""
        for name in ("depth", "nodes", "seconds"):
            limit = getattr(self, name)
            if limit is not None and not limit > 0:
                raise ValueError(f"{name} is {limit}: expected a number greater than 0, or None for no limit")

    def within(self, seconds: float | None) -> Self:
        """The same limits, but at most so long."""
        if seconds is None or (self.seconds is not None and self.seconds <= seconds):
            return self
        return replace(self, seconds=seconds)
