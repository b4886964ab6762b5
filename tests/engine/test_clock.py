import pytest

from damaci.engine import Clock, time_for_move


@pytest.mark.parametrize("seconds", [0.06, 0.3, 1, 10, 600])
@pytest.mark.parametrize("increment", [0, 0.1, 5])
@pytest.mark.parametrize("moves", [None, 1, 2, 40])
def test_a_move_never_takes_all_the_time_there_is(seconds: float, increment: float, moves: int | None) -> None:
    assert 0 < time_for_move(Clock(seconds, increment, moves)) < seconds


@pytest.mark.parametrize("seconds", [0.0, -3.0])
def test_without_time_it_moves_nearly_at_once(seconds: float) -> None:
    assert 0 < time_for_move(Clock(seconds)) <= 0.01


def test_the_time_lasts_for_a_long_game() -> None:
    left = 60.0
    for _ in range(150):
        left -= time_for_move(Clock(left)) + 0.01
    assert left > 0


def test_the_increment_is_used() -> None:
    left = 10.0
    for _ in range(300):
        left += 1
        left -= time_for_move(Clock(left, increment=1))
    assert 3 < left < 15


def test_before_more_time_comes_most_of_it_is_used() -> None:
    left = 60.0
    for moves in range(20, 0, -1):
        left -= time_for_move(Clock(left, moves=moves))
    assert 0 < left < 6
