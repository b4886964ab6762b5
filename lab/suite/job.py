"""A job of the search for hard positions, and what it has found."""

from dataclasses import asdict, dataclass, field
from typing import Any

from lab.puzzles.games import Played
from lab.suite.effort import Effort
from lab.suite.hard import Hard


@dataclass(frozen=True, slots=True)
class Job:
    """A number of games to search. Equal jobs find equal positions on every machine."""

    number: int
    ruleset: str
    games: int = 0
    """How many to play."""
    seed: int = 0
    endings: int = 0
    """How many endings are drawn at random for each of these games, and looked up in the tables."""
    larger: int = 0
    """How many endings of a piece or two more than the tables have are drawn for each of these games, and searched."""
    read: tuple[Played, ...] = ()
    """Games to search besides."""
    effort: Effort = field(default_factory=Effort)
    tables: str | None = None
    """The folder with endgame tables, on the machine that does the job."""


@dataclass(slots=True)
class Counts:
    """What a job has done."""

    games: int = 0
    positions: int = 0
    """Positions of these games."""
    endings: int = 0
    """Drawn at random and looked up."""
    larger: int = 0
    """Drawn at random and searched."""
    candidates: int = 0
    """Searched with `Effort.shallow` nodes."""
    found: int = 0


@dataclass(slots=True)
class Mined:
    """What a job has found."""

    number: int
    counts: Counts = field(default_factory=Counts)
    found: list[Hard] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)
