import pytest

from damaci.errors import BadArgument
from damaci.rating.speed import SPEEDS, speed_of


@pytest.mark.parametrize(
    ("base", "increment", "speed"),
    [
        (60, 0, "bullet"),
        (179, 0, "bullet"),
        (180, 0, "blitz"),
        (180, 2, "blitz"),
        (300, 5, "rapid"),
        (1500, 0, "classical"),
    ],
)
def test_a_game_is_as_fast_as_it_is_long(base: float, increment: float, speed: str) -> None:
    assert speed_of(base, increment) == speed
    assert speed in SPEEDS


def test_no_time_is_negative() -> None:
    with pytest.raises(BadArgument):
        speed_of(-1)
