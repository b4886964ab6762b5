"""Means with their confidence intervals: correct for few values, for many values, and where the values of a game are
alike."""

from random import Random

import pytest

from damaci.analysis.estimate import figure, spread


def test_nothing_has_no_figure() -> None:
    assert figure([]) is None
    assert figure([[], []]) is None


def test_few_values_have_a_wide_interval() -> None:
    few = figure([[1.0, 0.0, 1.0]])
    many = figure([[1.0, 0.0, 1.0]] * 200)
    assert few
    assert many
    assert few.high - few.low > 60 > 10 > many.high - many.low


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_equal_values_are_not_believed_to_be_certain(value: float) -> None:
    found = figure([[value] * 10])
    assert found
    assert found.high - found.low > 20


def test_games_that_are_each_alike_widen_it() -> None:
    alike = figure([[1.0] * 20, [0.0] * 20] * 5)
    mixed = figure([[1.0, 0.0] * 10] * 10)
    assert alike
    assert mixed
    assert alike.value == mixed.value == 50
    assert alike.high - alike.low > 2 * (mixed.high - mixed.low)


@pytest.mark.parametrize(("games", "likeness"), [(3, 0.0), (20, 0.0), (20, 0.15), (40, 0.25)])
def test_the_interval_has_the_true_mean_about_as_often_as_it_says(games: int, likeness: float) -> None:
    """`likeness`: by how much the share of a game is above or below the mean of all games."""
    random = Random(7)
    tries = 400
    found = 0
    for _ in range(tries):
        shares = [0.4 + random.choice((-likeness, likeness)) for _ in range(games)]
        result = figure([[float(random.random() < share) for _ in range(15)] for share in shares])
        assert result
        found += result.low <= 40 <= result.high
    assert found / tries > 0.925


def test_how_values_are_spread() -> None:
    found = spread([40.0, 10.0, 20.0, 30.0])
    assert (found.least, found.lower, found.median, found.upper, found.greatest) == (10, 17.5, 25, 32.5, 40)
    assert spread([3.0]).median == 3
