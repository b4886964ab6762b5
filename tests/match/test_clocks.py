"""Time controls and flags."""

import pytest

from damaci.board.color import Color
from damaci.engine.clock import Clock
from damaci.errors import DamaciError
from damaci.hub import EngineSilent
from damaci.match import TimeControl
from damaci.match.clocks import MatchClocks


def test_a_time_control_is_written_as_it_is_read() -> None:
    assert TimeControl.parse("10+0.1") == TimeControl(10, 0.1)
    assert TimeControl.parse("60", margin=1) == TimeControl(60, 0, 1)
    assert TimeControl.parse("0+0.5").increment == 0.5
    assert [str(TimeControl.parse(text)) for text in ("10+0.1", "60")] == ["10+0.1", "60+0"]


@pytest.mark.parametrize(
    "text", ["", "ten", "0", "0+0", "-1", "1e3", "nan", "10+", "+1", "10+1+1", "10 + 1", "9999999", "١٠"]
)
def test_rubbish_is_no_time_control(text: str) -> None:
    with pytest.raises(DamaciError, match=r"expected seconds and those added for each move, such as 10\+0.1"):
        TimeControl.parse(text)


def test_each_side_has_its_own_time() -> None:
    clocks = MatchClocks(TimeControl(10, 1))
    clocks.take(Color.WHITE, 4)
    assert clocks.of(Color.WHITE) == Clock(8, 1)
    assert clocks.of(Color.BLACK) == Clock(11, 1)


def test_a_flag_falls_behind_the_margin() -> None:
    clocks = MatchClocks(TimeControl(1, 0, margin=0.5))
    clocks.take(Color.WHITE, 1.4)
    assert clocks.of(Color.WHITE).seconds == 0
    with pytest.raises(EngineSilent, match=r"white took 0.600 s and had 0.000 s left"):
        clocks.take(Color.WHITE, 0.6)
