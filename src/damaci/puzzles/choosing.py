"""Which puzzle comes next: by rating and theme, the puzzle of the day, and rising series."""

import hashlib
from bisect import bisect_left
from collections.abc import Collection as Names
from datetime import date
from random import Random

from damaci.puzzles.collection import Collection
from damaci.puzzles.puzzle import Puzzle
from damaci.puzzles.themes import Theme

WIDTHS = (100, 300, 800, 3_000)
"""How far from somebody's rating a puzzle may be; the next width when there is none nearer."""
DAILY = (0.3, 0.8)
"""The part of a collection, by rating, that puzzles of the day are taken from."""


def next_puzzle(
    collection: Collection, rating: float, done: Names[str], theme: Theme | None, random: Random
) -> Puzzle | None:
    """A puzzle near a rating that has not been done yet; None when all have."""
    open_numbers = [number for number in collection.numbers(theme) if collection.name(number) not in done]
    for width in WIDTHS:
        near = [number for number in open_numbers if abs(collection.rating(number) - rating) <= width]
        if near:
            return collection[random.choice(near)]
    return None


def daily(collection: Collection, day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody."""
    least, most = (int(share * (len(collection) - 1)) for share in DAILY)
    digest = hashlib.sha256(f"{collection.ruleset} {day.isoformat()}".encode()).digest()
    return collection[least + int.from_bytes(digest[:8], "big") % (most - least + 1)]


def rising(collection: Collection, count: int, least: int, most: int, random: Random) -> list[str]:
    """The ids of so many different puzzles, each a little harder than the one before, as far as there are enough."""
    first = bisect_left(range(len(collection)), least, key=collection.rating)
    last = bisect_left(range(len(collection)), most, key=collection.rating)
    numbers = sorted(random.sample(range(first, last), min(count, last - first)))
    return [collection.name(number) for number in numbers]
