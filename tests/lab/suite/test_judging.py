"""A move is right if it is better than the others by a man and a half; more than four men count as four."""

import pytest

from damaci.engine import Score
from lab.suite.judging import gap, is_clear, value, wins
from tests.lab.suite.analyses import analysis


@pytest.mark.parametrize(
    ("best", "second", "clear"),
    [(150, 0, True), (149, 0, False), (0, -150, True), (900, 700, False), (900, 250, True), (-300, -900, False)],
)
def test_what_is_clear(best: int, second: int, clear: bool) -> None:
    assert is_clear(analysis(1, best, second)) is clear


def test_wins_and_losses_count_as_four_men() -> None:
    assert [value(score) for score in (Score(win=9), Score(loss=9), Score(draw=True))] == [400, -400, 0]


def test_a_move_without_others_is_not_better() -> None:
    one = analysis(1, 400, -400)
    alone = type(one)(one.position, one.depth, one.nodes, one.seconds, one.lines[:1])
    assert gap(alone) == 0


def test_what_wins_and_what_saves() -> None:
    assert wins(Score(cp=150))
    assert wins(Score(win=3))
    assert not wins(Score(draw=True))
