"""What is stored about people who solve puzzles and about the puzzles' ratings: values, and the interfaces of their
stores."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from damaci.puzzles import Puzzle
from damaci.puzzles.contest import GLICKO
from damaci.rating import Rating
from damaci.stored.solvers import Numbers

MOST_ATTEMPTS = 20_000
"""Attempts that are kept of one person. The oldest are forgotten."""
DAY = 86_400


class PuzzleRecord(msgspec.Struct, frozen=True):
    """What is kept of a person."""

    ratings: dict[str, Numbers] = {}
    """The ratings by ruleset, as they were when they last changed."""
    attempts: dict[str, bool] = {}
    """Whether each puzzle was solved at the first attempt, by its id, oldest first."""
    best: dict[str, int] = {}
    """The best streak and the best storm of each ruleset: `streak turkish`."""
    in_a_row: int = 0
    """Puzzles solved since the last failure, of the ruleset that was answered last: all that earlier versions kept."""
    rated: dict[str, float] = {}
    """When each rating last changed, in Unix seconds."""
    rows: dict[str, int] = {}
    """Puzzles of each ruleset solved since the last failure."""

    def row(self, ruleset: str) -> int:
        """How many puzzles of a ruleset have been solved since the last failure."""
        return self._rows.get(ruleset, 0)

    @property
    def _rows(self) -> dict[str, int]:
        if self.rows or not self.rated:
            return self.rows
        latest = max(self.rated, key=self.rated.__getitem__)
        return {latest: self.in_a_row}

    def rating(self, ruleset: str, now: float) -> Rating:
        """The person's rating at a ruleset: the longer nothing has been solved, the less sure it is."""
        if ruleset not in self.ratings:
            return Rating()
        seconds = max(0.0, now - self.rated.get(ruleset, now))
        return GLICKO.aged(Rating(*self.ratings[ruleset]), seconds / DAY)

    def after(self, puzzle: Puzzle, solved: bool, rating: Rating, now: float) -> "PuzzleRecord":
        """The person after the first attempt at a puzzle."""
        row = self.row(puzzle.ruleset) + 1 if solved else 0
        attempts = self.attempts | {puzzle.id: solved}
        for oldest in [*attempts][: max(0, len(attempts) - MOST_ATTEMPTS)]:
            del attempts[oldest]
        return msgspec.structs.replace(
            self,
            ratings=self.ratings | {puzzle.ruleset: numbers(rating)},
            rated=self.rated | {puzzle.ruleset: now},
            attempts=attempts,
            in_a_row=row,
            rows=self._rows | {puzzle.ruleset: row},
        )

    def with_best(self, name: str, count: int) -> "PuzzleRecord":
        """The person after a streak or a storm."""
        return msgspec.structs.replace(self, best=self.best | {name: max(count, self.best.get(name, 0))})


def record_of(person: PuzzleRecord, former: Mapping[str, Any]) -> dict[str, Any]:
    """The record to store in place of `former`: fields that a newer version has added there stay."""
    return {**former, **msgspec.to_builtins(person)}


def numbers(rating: Rating) -> Numbers:
    """A rating as it is kept."""
    return rating.rating, rating.deviation, rating.volatility


@dataclass(frozen=True, slots=True)
class RatedSolver:
    """A person, and the rating of the puzzle that is being solved; None if nobody has moved it, or for no puzzle."""

    person: PuzzleRecord
    rating: Rating | None = None


Change = Callable[[RatedSolver], RatedSolver]
"""Returns the state after an answer; may be called several times. Returning the same state means that nothing
changes."""


class PuzzleStore(Protocol):
    """Where people and the puzzles' ratings are kept. Every method raises StoreError."""

    async def person(self, name: str) -> PuzzleRecord:
        """The person of that name; a new one if nothing is kept."""

    async def rating(self, puzzle: str) -> Rating | None:
        """The rating of a puzzle; None before anybody has moved it."""

    async def change(self, name: str, puzzle: str, change: Change) -> tuple[RatedSolver, RatedSolver]:
        """Keeps what is made of the state of a person and of a puzzle (an empty name for none), whatever else is being
        kept at the same time; returns the states before and after."""
