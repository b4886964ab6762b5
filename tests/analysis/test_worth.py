"""What a page is told of a score."""

import pytest

from damaci.analysis.worth import Worth, worth
from damaci.board.color import Color
from damaci.engine.analysis import Score


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (Score(cp=0), Worth(50.0, cp=0)),
        (Score(cp=200), Worth(75.0, cp=200)),
        (Score(cp=-20000), Worth(0.0, cp=-20000)),
        (Score(draw=True), Worth(50.0, draw=True)),
        (Score(win=3), Worth(100.0, win=3)),
        (Score(loss=0), Worth(0.0, loss=0)),
    ],
)
def test_white_s_share_of_the_point(score: Score, expected: Worth) -> None:
    assert worth(score, Color.WHITE) == expected
    assert worth(-score, Color.BLACK) == expected
