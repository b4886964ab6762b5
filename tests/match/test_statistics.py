from math import log
from random import Random

import pytest

from damaci.match import Elo, Sprt
from damaci.match.statistics import PAIR_SCORES, elo_of, expected_score

PAIRS = [10, 20, 40, 35, 25]


def games(random: Random, elo: float, count: int) -> list[int]:
    """Results of pairs between engines with this difference in Elo, half of them drawn."""
    win = expected_score(elo) - 0.25
    found = [0] * 5
    for _ in range(count):
        found[sum(random.choices((0, 1, 2), (0.5 - win, 0.5, win))[0] for _ in range(2))] += 1
    return found


def test_elo_and_score() -> None:
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(expected_score(-37)) == pytest.approx(-37)
    assert elo_of(0) is elo_of(1) is None


def test_the_elo_of_pairs() -> None:
    elo = Elo.of(PAIRS)
    mean = sum(number * score for number, score in zip(PAIRS, PAIR_SCORES, strict=True)) / sum(PAIRS)
    assert elo.value == elo_of(mean)
    assert elo.low is not None
    assert elo.high is not None
    assert elo.value is not None
    assert 30 < elo.value - elo.low < 40
    assert str(elo) == "+61 [+25, +97]"


def test_swapping_the_engines_swaps_the_bounds() -> None:
    elo = Elo.of(PAIRS)
    other = Elo.of(PAIRS[::-1])
    assert (other.low, other.high) == (pytest.approx(-elo.high), pytest.approx(-elo.low))


def test_few_pairs_prove_nothing() -> None:
    assert str(Elo.of([0, 0, 0, 0, 0])) == "? [?, ?]"
    one = Elo.of([0, 0, 1, 0, 0])
    assert one.value == 0
    assert one.high is not None
    assert one.high > 100
    assert (Elo.of([0, 0, 0, 0, 3]).value, Elo.of([0, 0, 0, 0, 3]).high) == (None, None)


def test_pairs_that_balance_openings_are_surer_than_games_alone() -> None:
    """Wins in unbalanced openings cancel out within a pair: fifty pairs with one win each have no variance at all."""
    assert abs(Elo.of([0, 0, 50, 0, 0]).high or 999) < 20 < abs(Elo.of([12, 0, 26, 0, 12]).high or 0)


def test_the_interval_holds_the_truth_nineteen_times_of_twenty() -> None:
    random = Random(1)
    intervals = [Elo.of(games(random, 40, 200)) for _ in range(400)]
    held = sum((elo.low or -999) < 40 < (elo.high or 999) for elo in intervals)
    assert 0.92 < held / 400 < 0.98


def test_the_ratio_is_what_the_formula_says() -> None:
    # computed by hand from 400 pairs with mean 0.55 and variance 0.06; the prior pair hardly matters
    pairs = [0, 120, 120, 120, 40]
    score0 = 0.5
    score1 = 1 / (1 + 10 ** (-10 / 400))
    assert Sprt(0, 10).llr(pairs) == pytest.approx(400 * (score1 - score0) * (1.1 - score0 - score1) / 0.12, rel=0.01)


def test_bounds_and_states() -> None:
    assert Sprt(0, 5).bound == pytest.approx(log(19))
    assert Sprt(0, 5).state([0] * 5) == "running"
    assert Sprt(0, 20).state([0, 0, 100, 60, 40]) == "passed"
    assert Sprt(0, 20).state([40, 60, 100, 0, 0]) == "failed"


@pytest.mark.parametrize(("elo", "wanted"), [(0, "failed"), (40, "passed")])
def test_the_test_errs_rarely(elo: float, wanted: str) -> None:
    random = Random(2)
    sprt = Sprt(0, 40)
    right = 0
    for _ in range(200):
        pairs = [0] * 5
        while sprt.state(pairs) == "running":
            pairs = [old + new for old, new in zip(pairs, games(random, elo, 5), strict=True)]
        right += sprt.state(pairs) == wanted
    assert right >= 184


def test_wrong_hypotheses_are_refused() -> None:
    with pytest.raises(ValueError, match="expected the first to be less than the second"):
        Sprt(5, 5)
