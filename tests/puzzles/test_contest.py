"""Ratings of people and puzzles: each attempt is one result, rated by Glicko-2."""

import math
from random import Random

import pytest

from damaci.puzzles import Theme
from damaci.puzzles.contest import contest, first_rating, weight
from damaci.rating import Rating

SURE = Rating(1500, 80)


def test_who_solves_gains_what_the_puzzle_loses() -> None:
    person, puzzle = contest(SURE, first_rating(1500), solved=True)
    assert person.rating > 1500 > puzzle.rating
    person, puzzle = contest(SURE, first_rating(1500), solved=False)
    assert person.rating < 1500 < puzzle.rating


def test_who_is_provisional_does_not_move_puzzles() -> None:
    person, puzzle = contest(Rating(), first_rating(1500), solved=True)
    assert person.rating > 1600
    assert puzzle == first_rating(1500)


@pytest.mark.parametrize(
    ("theme", "success", "failure"),
    [
        (None, 1.0, 1.0),
        (Theme.CATCH_DAMA, 0.1, 0.4),
        (Theme.QUIET_KEY, 0.2, 0.7),
        (Theme.KING_ENDING, 0.7, 0.8),
    ],
)
def test_a_chosen_theme_counts_less(theme: Theme | None, success: float, failure: float) -> None:
    assert (weight(theme, True), weight(theme, False)) == (success, failure)
    mixed = contest(SURE, first_rating(1500), True)[0].rating - 1500
    themed = contest(SURE, first_rating(1500), True, theme)[0].rating - 1500
    assert themed == pytest.approx(success * mixed)


def test_a_crowd_moves_puzzles_to_the_right_order() -> None:
    """Players of unknown strength bring puzzles into the right order, although the first ratings of the puzzles are all
    equal."""
    random = Random(7)
    true_puzzles = [700 + 40 * number for number in range(40)]
    random.shuffle(true_puzzles)
    puzzles = [first_rating(1500) for _ in true_puzzles]
    true_people = [random.gauss(1500, 300) for _ in range(60)]
    people = [Rating() for _ in true_people]
    for _ in range(6_000):
        one = random.randrange(len(people))
        other = random.randrange(len(puzzles))
        solves = random.random() < 1 / (1 + math.pow(10, (true_puzzles[other] - true_people[one]) / 400))
        people[one], puzzles[other] = contest(people[one], puzzles[other], solves)
    assert agreement(true_puzzles, [each.rating for each in puzzles]) > 0.9
    assert agreement(true_people, [each.rating for each in people]) > 0.9


def agreement(true: list[int] | list[float], found: list[float]) -> float:
    """Kendall's tau as a share: the share of pairs that are in the right order."""
    pairs = [(a, b) for a in range(len(true)) for b in range(a)]
    return sum((true[a] - true[b]) * (found[a] - found[b]) > 0 for a, b in pairs) / len(pairs)
