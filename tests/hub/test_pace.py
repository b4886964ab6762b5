import pytest

from damaci.engine import Clock, Limits
from damaci.errors import DamaciError
from damaci.hub.line import read_line
from damaci.hub.pace import Pace, limits_of, read_pace, write_pace


def read(text: str) -> Pace:
    line = read_line(f"level {text}")
    assert line
    return read_pace(line.arguments)


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("depth=8", Limits(depth=8)),
        ("nodes=5000 depth=3", Limits(depth=3, nodes=5000)),
        ("move-time=0.25", Limits(seconds=0.25)),
        ("infinite", Limits()),
        ("time=60", Clock(60)),
        ("time=60 inc=2", Clock(62, 2)),
        ("moves=9 time=291.5", Clock(291.5, moves=9)),
        ("time=-4 inc=0 moves=0", Clock(0.001)),
    ],
)
def test_levels_are_read(text: str, pace: Pace) -> None:
    assert read(text) == pace


@pytest.mark.parametrize(
    "pace", [Limits(), Limits(depth=7), Limits(nodes=100, seconds=0.5), Clock(30), Clock(30, 0.5), Clock(30, moves=4)]
)
def test_what_is_written_is_read(pace: Pace) -> None:
    assert read(" ".join(str(write_pace(pace)).split()[1:])) == pace


@pytest.mark.parametrize(
    "text",
    [
        "depth=0",
        "depth=x",
        "nodes=-1",
        "move-time=nan",
        "time=inf",
        "moves=x time=3",
        "",
        "fast",
        f"depth={'9' * 5000}",
    ],
)
def test_bad_levels_are_told(text: str) -> None:
    with pytest.raises(DamaciError, match="level"):
        read(text)


def test_limits_too_large_are_cut() -> None:
    assert read(f"nodes={10**30} move-time=1e300") == Limits(nodes=2**62, seconds=1e9)


def test_a_clock_becomes_a_time() -> None:
    assert limits_of(Clock(60)) == Limits(seconds=2)
