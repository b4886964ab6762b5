import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.play.clock import Clocks
from damaci.play.events import ClockTimes, Color

SECONDS = st.floats(0, 1000)
COLORS = st.sampled_from(("white", "black"))


def test_only_the_running_side_is_charged() -> None:
    clocks = Clocks.full(ClockTimes(60)).started("white", at=100)
    assert (clocks.left("white", 110), clocks.left("black", 110)) == (50, 60)


def test_a_move_earns_the_increment_and_starts_the_other_side() -> None:
    clocks = Clocks.full(ClockTimes(60, 5)).started("white", at=100).pressed("white", 5, at=110, start=True)
    assert clocks == Clocks(white=55, black=60, running="black", since=110)


def test_a_move_before_the_clocks_run_earns_nothing() -> None:
    clocks = Clocks.full(ClockTimes(60, 5))
    assert clocks.pressed("white", 5, at=110, start=False) == Clocks(60, 60, None, since=110)
    assert clocks.pressed("black", 5, at=120, start=True) == Clocks(60, 60, "white", since=120)


def test_the_flag_falls_when_nothing_is_left() -> None:
    clocks = Clocks.full(ClockTimes(60)).started("black", at=0)
    assert [clocks.fallen(at) for at in (0, 59.9, 60, 1000)] == [None, None, "black", "black"]
    assert clocks.stopped(1000) == Clocks(white=60, black=0, running=None, since=1000)
    assert clocks.stopped(1000).fallen(2000) is None


def test_a_wall_clock_set_back_takes_and_gives_no_time() -> None:
    clocks = Clocks.full(ClockTimes(60, 5)).started("white", at=100)
    assert clocks.left("white", 40) == 60
    assert clocks.pressed("white", 5, at=40, start=True).white == 65


def test_resuming_charges_nobody_for_the_time_between() -> None:
    clocks = Clocks.full(ClockTimes(60)).started("white", at=0)
    assert clocks.resumed(at=86400).left("white", 86410) == 50


@pytest.mark.parametrize(
    "clock",
    [
        ClockTimes(0),
        ClockTimes(-1),
        ClockTimes(float("nan")),
        ClockTimes(float("inf")),
        ClockTimes(60, -1),
        ClockTimes(60, float("nan")),
    ],
)
def test_impossible_clocks_are_refused(clock: ClockTimes) -> None:
    with pytest.raises(ValueError, match="expected seconds"):
        Clocks.full(clock)


@given(st.lists(st.tuples(COLORS, SECONDS), max_size=20), SECONDS)
def test_time_is_never_negative_and_never_grows_while_it_runs(starts: list[tuple[Color, float]], wait: float) -> None:
    clocks = Clocks.full(ClockTimes(300))
    at = 0.0
    for color, seconds in starts:
        clocks = clocks.stopped(at).started(color, at)
        at += seconds
        assert 0 <= clocks.left(color, at + wait) <= clocks.left(color, at)
        assert clocks.stopped(at).white == clocks.left("white", at)
