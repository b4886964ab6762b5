"""The moves of games in each position, as a store keeps them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

SHOWN_GAMES = 8
"""Games that are named for each move: those that were counted last."""

Step = tuple[int, int]
"""A move as two keys: of the position that it was played in, and of the position after it. A key is a signed integer
of 64 bits."""


def signed(key: int) -> int:
    """The kernel's key of a position, which has no sign, as the integer that databases keep."""
    if key >= 2**63:
        return key - 2**64
    return key


@dataclass(frozen=True, slots=True)
class Way:
    """The first moves of a finished game."""

    ruleset: str
    result: Literal["1-0", "0-1", "1/2-1/2"]
    steps: Sequence[Step]


@dataclass(frozen=True, slots=True)
class Trodden:
    """The games that made one move, and how they ended."""

    white: int
    draw: int
    black: int
    games: Sequence[str]
    """The ids of those that were counted last, at most SHOWN_GAMES."""


class Explorer(Protocol):
    """How often each move was played. Every method raises StoreError, and then nothing was changed."""

    async def find(self, ruleset: str, position: int) -> Mapping[int, Trodden]:
        """The moves that games made in a position, by the key of the position after each."""

    async def missing(self, limit: int) -> Sequence[str]:
        """The ids of finished games that are not counted yet."""

    async def count(self, games: Mapping[str, Way | None]) -> None:
        """Counts games by their ids, each once however often it is given; None for one that cannot be read."""
