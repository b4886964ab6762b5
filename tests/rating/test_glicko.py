from dataclasses import astuple, replace
from math import hypot
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.errors import BadArgument
from damaci.rating import Glicko2, Rating, Result
from damaci.rating.glicko import SCALE, expected_score

GLICKO = Glicko2()
RATINGS = st.builds(Rating, st.floats(0, 4000), st.floats(45, 500), st.floats(0.01, 0.1))
RESULTS = st.builds(Result, RATINGS, st.sampled_from((0, 0.5, 1)))


def mirrored(rating: Rating) -> Rating:
    return replace(rating, rating=3000 - rating.rating)


def test_the_published_example() -> None:
    """Glickman's paper rounds intermediate results; without rounding, the rating is 1464.0507."""
    results = [Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0), Result(Rating(1700, 300), 0)]
    after = Glicko2(tau=0.5).after(Rating(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_a_game() -> None:
    after = GLICKO.after(Rating(1500, 200, 0.06), [])
    assert astuple(after) == pytest.approx((1500, SCALE * hypot(200 / SCALE, 0.06), 0.06))


def test_a_sure_rating_is_provisional_after_a_year() -> None:
    year = GLICKO.aged(Rating(1700, 60, 0.06), days=365)
    assert astuple(year) == (1700, pytest.approx(110, abs=0.01), 0.06)


@given(RATINGS, st.floats(0, 10_000), st.floats(0, 10_000))
def test_time_adds_up_and_has_a_bound(rating: Rating, days: float, more: float) -> None:
    aged = GLICKO.aged(GLICKO.aged(rating, days), more)
    assert aged.deviation == pytest.approx(GLICKO.aged(rating, days + more).deviation)
    assert rating.deviation <= aged.deviation * (1 + 1e-12)
    assert aged.deviation <= 500


@given(RATINGS, st.lists(RESULTS, min_size=1, max_size=5), st.sampled_from((0, 1)))
def test_results_mirrored_change_ratings_mirrored(rating: Rating, results: list[Result], periods: int) -> None:
    after = GLICKO.after(rating, results, periods)
    swapped = [Result(mirrored(result.opponent), 1 - result.score) for result in results]
    mirror = GLICKO.after(mirrored(rating), swapped, periods)
    assert mirror.rating - 1500 == pytest.approx(1500 - after.rating, abs=1e-3)
    assert (mirror.deviation, mirror.volatility) == pytest.approx((after.deviation, after.volatility))


@given(RATINGS, RATINGS, st.sampled_from((0, 0.5, 1)))
def test_a_game_is_the_same_from_both_sides(first: Rating, second: Rating, score: float) -> None:
    one, other = GLICKO.game(first, second, score)
    assert GLICKO.game(second, first, 1 - score) == (other, one)


@given(RATINGS, RATINGS)
def test_who_wins_never_falls_and_who_loses_never_rises(winner: Rating, loser: Rating) -> None:
    rose, fell = GLICKO.game(winner, loser, 1)
    assert 0 <= rose.rating - winner.rating <= 700
    assert -700 <= fell.rating - loser.rating <= 0


@given(RATINGS, st.lists(RESULTS, min_size=1, max_size=5))
def test_games_make_surer_within_the_bounds(rating: Rating, results: list[Result]) -> None:
    after = GLICKO.after(rating, results, periods=0)
    assert 45 <= after.deviation <= rating.deviation
    assert 0 < after.volatility <= 0.1


@given(RATINGS, RATINGS)
def test_a_better_result_is_worth_more(rating: Rating, opponent: Rating) -> None:
    lost, drawn, won = (GLICKO.after(rating, [Result(opponent, score)], 0).rating for score in (0, 0.5, 1))
    assert lost <= drawn <= won


@given(RATINGS, RATINGS)
def test_equally_sure_players_expect_one_point_together(first: Rating, second: Rating) -> None:
    second = replace(second, deviation=first.deviation)
    assert expected_score(first, second) + expected_score(second, first) == pytest.approx(1)


def test_a_sure_player_moves_less_than_an_unsure_one() -> None:
    sure = Rating(deviation=60)
    unsure = Rating(deviation=300)
    assert GLICKO.game(sure, unsure, 1)[0].rating - 1500 < 20
    assert 1500 - GLICKO.game(sure, unsure, 1)[1].rating > 100


def test_surprises_raise_the_volatility() -> None:
    steady = Rating(1500, 60, 0.06)
    strong = Rating(1900, 60, 0.06)
    surprised = GLICKO.after(steady, [Result(strong, 1)] * 5)
    expected = GLICKO.after(steady, [Result(strong, 0)] * 5)
    assert surprised.volatility > 0.06 > expected.volatility


def test_a_crowd_comes_to_the_right_order() -> None:
    """Forty new players, whose strengths are 60 points apart, play 150 games each against random opponents."""
    random = Random(16)
    strengths = [300.0 + 60 * number for number in range(40)]
    ratings = [Rating() for _ in strengths]
    for _ in range(150):
        seats = random.sample(range(40), 40)
        for one, other in zip(seats[::2], seats[1::2], strict=True):
            chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            ratings[one], ratings[other] = GLICKO.game(ratings[one], ratings[other], float(random.random() < chance))
    order = sorted(range(40), key=lambda player: ratings[player].rating)
    assert sum(abs(place - player) for place, player in enumerate(order)) / 40 < 2
    assert not any(rating.provisional for rating in ratings)


def test_players_who_are_far_apart_are_computed_too() -> None:
    lowest = Rating(-10_000, 45, 0.1)
    highest = Rating(9_000, 45, 0.1)
    upset = GLICKO.game(lowest, highest, 1)
    assert upset[0].rating > lowest.rating
    assert GLICKO.game(lowest, highest, 0)[0].rating == pytest.approx(-10_000)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Glicko2(tau=0),
        lambda: Glicko2(least_deviation=600),
        lambda: Result(Rating(), 1.5),
        lambda: Result(1500, 1),  # type: ignore[arg-type]
        lambda: GLICKO.after(Rating(), [], periods=-1),
        lambda: GLICKO.aged(Rating(), days=float("nan")),
    ],
)
def test_what_makes_no_sense_is_refused(wrong: object) -> None:
    with pytest.raises(BadArgument):
        wrong()  # type: ignore[operator]
