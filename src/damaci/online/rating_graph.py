"""The history of a rating as a line: where its points and the lines of its grid are in a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from damaci.online.people import RatingPoint

WIDTH = 680
"""The width of the picture, in its own units; the labels of the grid are beyond it."""
HEIGHT = 260
STEPS = (25, 50, 100, 200, 500, 1000)
"""Rating points between two lines of the grid."""
MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the picture, and the rating there."""

    x: float
    y: float
    rating: int


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """A picture of a history."""

    line: str
    """The points of the line, as SVG has them."""
    area: str
    """The points of what is below it."""
    grid: Sequence[Spot]
    best: Spot
    last: Spot


def rating_graph(history: Sequence[RatingPoint]) -> RatingGraph | None:
    """The picture of a history; None with fewer than two games."""
    if len(history) < 2:
        return None
    ratings = [point.rating for point in history]
    grid = _grid(min(ratings), max(ratings))
    low = grid[0]
    high = grid[-1]

    def height(rating: int) -> float:
        return round(HEIGHT * (high - rating) / (high - low), 1)

    across = WIDTH / (len(ratings) - 1)
    spots = [Spot(round(number * across, 1), height(rating), rating) for number, rating in enumerate(ratings)]
    line = " ".join(f"{spot.x},{spot.y}" for spot in spots)
    return RatingGraph(
        line=line,
        area=f"0,{HEIGHT} {line} {WIDTH},{HEIGHT}",
        grid=[Spot(WIDTH, height(rating), rating) for rating in grid],
        best=max(spots, key=lambda spot: spot.rating),
        last=spots[-1],
    )


def _grid(low: int, high: int) -> Sequence[int]:
    """The ratings at which there are lines, the first of them not above the lowest, the last not below the highest."""
    step = next((each for each in STEPS if (high - low) / each < MOST_LINES - 1), STEPS[-1])
    first = low // step * step
    last = max(first + step, -(-high // step) * step)
    return range(first, last + 1, step)
