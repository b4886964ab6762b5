"""The estimated cost of making tables."""

import math
from dataclasses import dataclass
from typing import Self

from damaci.tablebase.build import Plan
from damaci.tablebase.by_parts import memory_by_parts
from damaci.tablebase.material import LARGEST, Material

SECONDS_PER_OUTCOME = 0.8e-6
"""Seconds of processor time, the second pass included: measured on all tables of five pieces (docs/10-endings.md)."""
SECONDS_OF_SIX = 1.5e-6
"""The same for six pieces, which have more moves: measured on a few materials."""
BYTES_PER_OUTCOME = 0.2
"""Bytes on disk, measured in the same way."""
_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of a plan: bytes, and seconds of processor time on a machine like the one of the measurements."""

    outcomes: int
    memory: int
    """Bytes if every table is made as a whole."""
    memory_by_parts: int
    disk: int
    seconds: int

    @classmethod
    def of(cls, plan: Plan) -> Self:
        """The price of all tables of a plan, whether or not they exist."""
        outcomes = plan.positions
        return cls(
            outcomes,
            plan.memory,
            memory_by_parts(plan),
            round(outcomes * BYTES_PER_OUTCOME),
            round(sum(plan.cost(pair) * _seconds(pair) for pair in plan.pairs)),
        )

    def __str__(self) -> str:
        """The price as one line for people."""
        return (
            f"{self.outcomes:,} outcomes: {_size(self.memory)} of memory, {_size(self.memory_by_parts)} part by part, "
            f"about {_size(self.disk)} of disk and {_duration(self.seconds)} of processor time"
        )


def _size(count: int) -> str:
    """A number of bytes, rounded up."""
    return f"{math.ceil(count / _MEGABYTE):,} MB"


def _duration(seconds: int) -> str:
    """A time in hours, minutes or seconds, whichever is easiest to read."""
    if seconds >= 3600:
        return f"{seconds / 3600:,.1f} hours"
    if seconds >= 60:
        return f"{seconds / 60:.0f} min"
    return f"{max(1, seconds)} s"


def _seconds(pair: Material) -> float:
    if pair.pieces == LARGEST:
        return SECONDS_OF_SIX
    return SECONDS_PER_OUTCOME
