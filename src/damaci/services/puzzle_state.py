"""What is kept of somebody who solves puzzles, and of the puzzles' ratings: values, and the interfaces of what keeps
them."""

from typing import Protocol

import msgspec

from damaci.puzzles import Puzzle
from damaci.rating import Rating

MOST_ATTEMPTS = 20_000
"""Of one person. The oldest are forgotten."""

Triple = tuple[float, float, float]
"""Rating, deviation, volatility."""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept of a person."""

    ratings: dict[str, Triple] = {}
    """By ruleset."""
    attempts: dict[str, bool] = {}
    """Whether each puzzle was solved at the first attempt, by its id, oldest first."""
    best: dict[str, int] = {}
    """The best streak and the best storm of each ruleset: `streak turkish`."""
    in_a_row: int = 0
    """Puzzles solved since the last failure."""

    def rating(self, ruleset: str) -> Rating:
        """The person's rating at a ruleset."""
        return Rating(*self.ratings[ruleset]) if ruleset in self.ratings else Rating()

    def after(self, puzzle: Puzzle, solved: bool, rating: Rating) -> "Person":
        """The person after the first attempt at a puzzle."""
        attempts = self.attempts | {puzzle.id: solved}
        for oldest in [*attempts][: len(attempts) - MOST_ATTEMPTS]:
            del attempts[oldest]
        return msgspec.structs.replace(
            self,
            ratings=self.ratings | {puzzle.ruleset: triple(rating)},
            attempts=attempts,
            in_a_row=self.in_a_row + 1 if solved else 0,
        )

    def with_best(self, name: str, count: int) -> "Person":
        """The person after a streak or a storm."""
        return msgspec.structs.replace(self, best=self.best | {name: max(count, self.best.get(name, 0))})


def triple(rating: Rating) -> Triple:
    """A rating as it is kept."""
    return rating.rating, rating.deviation, rating.volatility


class PuzzleStore(Protocol):
    """Where people and the puzzles' ratings are kept. Every method raises StoreError."""

    async def person(self, name: str) -> Person:
        """The person of that name; a new one if nothing is kept."""

    async def rating(self, puzzle: str) -> Rating | None:
        """The rating of a puzzle; None before anybody has moved it."""

    async def keep(self, name: str, person: Person, puzzle: str | None = None, rating: Rating | None = None) -> None:
        """Keeps a person and, with it, the new rating of a puzzle."""
