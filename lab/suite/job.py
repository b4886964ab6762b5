"""A job of the search for hard positions, and its results."""

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
    """The number of games to play."""
    seed: int = 0
    endings: int = 0
    """The number of endings that are drawn at random for each of these games and looked up in the tables."""
    larger: int = 0
    """The number of larger endings, with a piece or two more than the tables have, that are drawn for each of these
    games and searched."""
    read: tuple[Played, ...] = ()
    """Other games to search."""
    effort: Effort = field(default_factory=Effort)
    tables: str | None = None
    """The folder with endgame tables, on the machine that does the job."""


@dataclass(slots=True)
class Counts:
    """How much work a job has done."""

    games: int = 0
    positions: int = 0
    """Positions of the games."""
    endings: int = 0
    """Endings drawn at random and looked up."""
    larger: int = 0
    """Larger endings drawn at random and searched."""
    candidates: int = 0
    """Positions searched with `Effort.shallow` nodes."""
    found: int = 0


@dataclass(slots=True)
class Mined:
    """The results of a job."""

    number: int
    counts: Counts = field(default_factory=Counts)
    found: list[Hard] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)
