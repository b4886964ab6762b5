"""The choice of the next puzzle, of the puzzle of the day, and of series."""

from datetime import date, timedelta
from random import Random

from damaci import RULESETS
from damaci.puzzles import Theme, find, puzzles
from damaci.puzzles.choosing import daily, next_puzzle, rising

RANDOM = Random(5)


def test_the_next_is_near_and_new() -> None:
    collection = puzzles()
    done: set[str] = set()
    for _ in range(20):
        each = next_puzzle(collection, 1200, done, None, RANDOM)
        assert each
        assert abs(each.rating - 1200) <= 300
        assert each.id not in done
        done.add(each.id)


def test_of_a_theme_until_all_are_done() -> None:
    collection = puzzles("bulgarian")
    wanted = collection.numbers(Theme.MEN_ENDING)
    done: set[str] = set()
    while each := next_puzzle(collection, 3000, done, Theme.MEN_ENDING, RANDOM):
        assert Theme.MEN_ENDING in each.themes
        done.add(each.id)
    assert len(done) == len(wanted)


def test_the_puzzle_of_the_day_is_everybodys() -> None:
    day = date(2026, 11, 22)
    for ruleset in RULESETS:
        assert daily(puzzles(ruleset), day) == daily(puzzles(ruleset), day)
    assert len({daily(puzzles(), day + timedelta(days=n)).id for n in range(30)}) > 20
    assert daily(puzzles(), day) != daily(puzzles("world"), day)


def test_series_rise() -> None:
    collection = puzzles()
    names = rising(collection, 50, 0, 4000, RANDOM)
    ratings = [find(name).rating for name in names]
    assert len(set(names)) == 50
    assert ratings == sorted(ratings)
    assert rising(collection, 10, 5000, 6000, RANDOM) == []
