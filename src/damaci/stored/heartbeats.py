"""Heartbeats of the processes that serve the games, as a store keeps them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The last heartbeat of a process."""

    process: str
    at: float
    """When it was, by the clock of that process (epoch seconds)."""
    wall: float
    """When it was, by the clock of the store."""


@dataclass(frozen=True, slots=True)
class Beaten:
    """What a process learns when it reads the heartbeats or writes its own."""

    wall: float
    """The clock of the store (epoch seconds)."""
    heartbeats: Sequence[Heartbeat]
    """The last heartbeats until then, one for each process."""
