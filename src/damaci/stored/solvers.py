"""What is stored of puzzles besides players' records: the numbers of their ratings."""

from dataclasses import dataclass

Numbers = tuple[float, float, float]
"""Rating, deviation, volatility."""


@dataclass(frozen=True, slots=True)
class PuzzleChange:
    """A new rating of a puzzle in the place of the former one, which is None if it has not changed before."""

    puzzle: str
    former: Numbers | None
    rating: Numbers
