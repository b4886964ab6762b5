"""The requests of clients and the answers to them, to be compared with the database."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class History:
    """The record of all clients of a run."""

    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    """Game, ply and id of each move that a server has acknowledged."""
    games: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The ids of White's and Black's players, for each game that was acknowledged to one of them."""
    followed: list[tuple[str, str]] = field(default_factory=list)
    """A finished game, and the game that a player was told is its rematch."""
    refused: Counter[str] = field(default_factory=Counter)
    """How often each code of a refusal was received."""
    reconnections: int = 0
    finished: int = 0
    faults: list[str] = field(default_factory=list)
    """Each fault, with the seconds of the day in which it began and ended."""
    problems: list[str] = field(default_factory=list)
    """The errors that clients have seen."""
