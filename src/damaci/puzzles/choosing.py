"""Chooses puzzles: the next one by rating and theme, the puzzle of the day, and series of rising difficulty."""

import hashlib
from bisect import bisect_left
from collections.abc import Collection as Names
from datetime import date
from random import Random

from damaci.puzzles.collection import Collection
from damaci.puzzles.puzzle import Puzzle
from damaci.puzzles.themes import Theme

WIDTHS = (100, 300, 800, 3_000)
"""How far a puzzle's rating may be from the solver's. The next width is used if there is no puzzle within one."""
DAILY = (0.3, 0.8)
"""The part of a collection, by rating, from which puzzles of the day are chosen."""


def next_puzzle(
    collection: Collection, rating: float, done: Names[str], theme: Theme | None, random: Random
) -> Puzzle | None:
    """A puzzle near a rating that is not in `done`; None if there is none."""
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
    """The ids of `count` different puzzles, or of fewer if there are not enough, each a little harder than the one
    before."""
    first = bisect_left(range(len(collection)), least, key=collection.rating)
    last = bisect_left(range(len(collection)), most, key=collection.rating)
    numbers = sorted(random.sample(range(first, last), min(count, last - first)))
    return [collection.name(number) for number in numbers]
