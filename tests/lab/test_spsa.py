"""Parameters move to values that win, and stay within their ranges."""

from random import Random

import pytest

from lab.spsa import Perturbation, Range, Spsa

RANGES = {"near": Range(0, 100), "far": Range(0, 1000)}
BEST = {"near": 70, "far": 300}


def result(perturbation: Perturbation, random: Random) -> int:
    """The result of two games, in which the side that is nearer to the best values wins more often, as in a match."""
    edge = badness(perturbation.minus) - badness(perturbation.plus)
    return sum(1 if random.random() < 0.5 + edge else -1 for _ in range(2))


def badness(values: dict[str, int]) -> float:
    ranges = {name: each.highest - each.lowest for name, each in RANGES.items()}
    return sum(((values[name] - BEST[name]) / ranges[name]) ** 2 for name in BEST)


def test_numbers_move_to_where_they_win() -> None:
    steps = 20_000
    random = Random(1)
    spsa = Spsa(RANGES, steps, {"near": 20.0, "far": 800.0})
    for step in range(1, steps + 1):
        perturbation = spsa.perturb(step, random)
        spsa.update(perturbation, result(perturbation, random))
    assert spsa.values["near"] == pytest.approx(70, abs=10)
    assert spsa.values["far"] == pytest.approx(300, abs=100)
    assert spsa.rounded() == {name: round(value) for name, value in spsa.values.items()}


def test_what_always_wins_stops_at_the_end_of_its_range() -> None:
    spsa = Spsa({"near": Range(0, 100)}, 1000, {"near": 99.0})
    for step in range(1, 1001):
        perturbation = spsa.perturb(step, Random(step))
        assert all(0 <= side["near"] <= 100 for side in (perturbation.plus, perturbation.minus))
        spsa.update(perturbation, 2 * perturbation.signs["near"])
    assert spsa.values["near"] == 100


def test_a_perturbation_is_the_same_for_the_same_chance() -> None:
    spsa = Spsa(RANGES, 100, {"near": 50.0, "far": 500.0})
    assert spsa.perturb(3, Random(5)) == spsa.perturb(3, Random(5))


def test_a_small_range_is_still_moved() -> None:
    spsa = Spsa({"near": Range(0, 2)}, 1000, {"near": 1.0})
    sides = [spsa.perturb(step, Random(step)) for step in range(1, 100)]
    assert {each.plus["near"] for each in sides} == {0, 1, 2}
