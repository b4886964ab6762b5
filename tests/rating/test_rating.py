from dataclasses import astuple

import pytest

from damaci.errors import BadArgument
from damaci.rating import Rating


def test_a_new_player_is_provisional() -> None:
    assert Rating() == Rating(1500, 500, 0.09)
    assert Rating().provisional
    assert Rating(deviation=110).provisional
    assert not Rating(deviation=109.9).provisional


def test_a_share_of_a_change() -> None:
    start = Rating(1500, 100, 0.06)
    end = Rating(1600, 80, 0.07)
    assert start.moved_towards(end, 0) == start
    assert start.moved_towards(end, 1) == end
    assert astuple(start.moved_towards(end, 0.25)) == pytest.approx((1525, 95, 0.0625))


@pytest.mark.parametrize("wrong", [(float("nan"), 100, 0.06), (2e4, 100, 0.06), (1500, 0, 0.06), (1500, 100, -1)])
def test_what_is_no_rating_is_refused(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(BadArgument):
        Rating(*wrong)
    with pytest.raises(BadArgument, match="share is 2"):
        Rating().moved_towards(Rating(), 2)
