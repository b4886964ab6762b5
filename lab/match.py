"""A match between two contestants: pairs of games, each pair from its own opening."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from damaci.engine import Limits
from damaci.match.openings import Opening, generate
from damaci.match.statistics import PAIR_SCORES, Elo, Sprt
from lab.contestant import Contestant, play_twice
from lab.files import About
from lab.run_record import read_record, write_record
from lab.work import Workers

KIND = "match"


@dataclass(frozen=True, slots=True)
class Pair:
    """A job: one opening, played twice with colours swapped."""

    number: int
    opening: Opening
    a: Contestant
    b: Contestant
    limits: Limits


def play_pair(pair: Pair) -> tuple[int, int]:
    """The pair's number, and the half points that A scored: 0 to 4."""
    return pair.number, play_twice(pair.opening, pair.a, pair.b, pair.limits)


@dataclass
class LabMatch:
    """A match of A against B. The results are saved in `record`, from which an interrupted match continues."""

    ruleset: str
    a: Contestant
    b: Contestant
    limits: Limits
    record: Path
    about: About
    """Identifies the match: a record with another `about` is refused."""
    sprt: Sprt | None = None
    seed: int = 0
    half_points: dict[int, int] = field(default_factory=dict, init=False)
    """The half points of A by the number of the pair."""

    def __post_init__(self) -> None:
        """Raises LabError if `record` exists and is not a record of this match."""
        if self.record.exists():
            self.half_points = read_record(self.record, KIND, _parsed, self.about)

    @property
    def pairs(self) -> list[int]:
        """The number of pairs in which A scored 0, ½, 1, 1½ and 2 points."""
        scores = list(self.half_points.values())
        return [scores.count(score) for score in range(len(PAIR_SCORES))]

    @property
    def elo(self) -> Elo:
        """The rating difference between A and B."""
        return Elo.of(self.pairs)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has ended. False without a test."""
        return self.sprt is not None and self.sprt.state(self.pairs) != "running"

    def run(self, pairs: int, workers: Workers) -> Iterator[int]:
        """Plays until the match has `pairs` pairs or the test is decided. Yields the number of each finished pair."""
        openings = generate(self.ruleset, pairs, self.seed)
        jobs = (
            Pair(number, opening, self.a, self.b, self.limits)
            for number, opening in enumerate(openings)
            if number not in self.half_points
        )
        if self.is_decided:
            return
        with closing(workers.run(play_pair, jobs)) as results:
            for number, points in results:
                self.half_points[number] = points
                write_record(self.record, KIND, self.about, {"half_points": self.half_points})
                yield number
                if self.is_decided:
                    return

    def __str__(self) -> str:
        shown = f"{self.pairs}  Elo {self.elo}"
        if self.sprt:
            shown += f"  SPRT {self.sprt.state(self.pairs)}, LLR {self.sprt.llr(self.pairs):+.2f}"
        return shown


def _parsed(found: Mapping[str, Any]) -> dict[int, int]:
    """The half points of each pair."""
    points = {int(number): int(points) for number, points in found["half_points"].items()}
    if not all(0 <= score < len(PAIR_SCORES) for score in points.values()):
        raise ValueError(points)
    return points
