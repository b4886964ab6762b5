"""The tree of a game in PDN."""

import pytest

from damaci import IllegalMove, Position
from damaci.notation.pdn import Node, PdnGame

START = Position.start()


def node(*comments: str) -> Node:
    return Node(START.parse_move("d3-d4"), comments=list(comments))


@pytest.mark.parametrize(
    ("comment", "seconds"),
    [
        ("[%clk 1:55:21]", 6921),
        ("before [%clk 0:00:09.5] behind", 9.5),
        ("[%clock 0:49:11]", 2951),
        ("[%clk 5:9]", None),
        ("[%emt 0:00:10]", None),
        ("1:55:21", None),
    ],
)
def test_the_clock_is_in_a_comment(comment: str, seconds: float | None) -> None:
    assert node("nothing here", comment).clock == seconds


@pytest.mark.parametrize("seconds", [0, 9.5, 59, 60, 3599, 3600, 360_000])
def test_the_clock_can_be_set(seconds: float) -> None:
    move = node("good")
    move.clock = seconds
    assert move.clock == seconds
    move.clock = seconds + 1
    assert (move.clock, len(move.comments)) == (seconds + 1, 2)
    move.clock = None
    assert (move.clock, move.comments) == (None, ["good"])


def test_a_clock_below_zero_is_written_as_zero() -> None:
    move = node()
    move.clock = -0.2
    assert move.comments == ["[%clk 0:00:00]"]


def test_positions_along_a_game() -> None:
    move = START.parse_move("d3-d4")
    assert [*PdnGame.of(START, [move]).positions()] == [START, START.play(move)]
    with pytest.raises(IllegalMove):
        list(PdnGame.of(START, [move, move]).positions())
