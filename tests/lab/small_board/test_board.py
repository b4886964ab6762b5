import pytest

from lab.errors import LabError
from lab.small_board.board import SmallBoard


def test_the_usual_start_leaves_two_ranks_free() -> None:
    assert SmallBoard.parse("4x4").usual_start() == "a1,b1,c1,d1"
    assert SmallBoard.parse("4x6").usual_start() == "a2,b2,c2,d2"


def test_men_are_a_set_of_squares() -> None:
    assert SmallBoard(4, 6).start("a1,b2") == 1 | 1 << 5


@pytest.mark.parametrize("text", ["4", "4x", "1x6", "5x5", "9x2", "4x6 "])
def test_boards_that_are_refused(text: str) -> None:
    with pytest.raises(LabError, match="expected files and ranks"):
        SmallBoard.parse(text)


@pytest.mark.parametrize(
    ("names", "told"), [("e1", "a square"), ("a7", "a square"), ("", "a square"), ("a1,a6", "half"), ("b6", "half")]
)
def test_men_that_are_refused(names: str, told: str) -> None:
    with pytest.raises(LabError, match=told):
        SmallBoard(4, 6).start(names)
