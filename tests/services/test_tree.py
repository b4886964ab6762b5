"""Games with variations, as the analysis page stores them."""

import io

import msgspec
import pytest

from damaci.errors import DamaciError
from damaci.notation.pdn import PdnGame, read
from damaci.services.tree import Branch, Tree, record_of, tree_of

PDN = """\
[White "Ada"]

{Before} 1. d3-d4 {A quiet start} d6-d5 $1 (1... a6-a5 2. e3-e4 (2. h3-h4 h6-h5) 2... e6-e5) (1... h6-h5) 2. d4xd8 1-0
"""


def game(text: str) -> PdnGame:
    return next(read(io.StringIO(text)))


def test_the_first_of_those_that_follow_a_move_is_the_main_one() -> None:
    nodes = tree_of(game(PDN)).nodes
    assert [(each.parent, each.text) for each in nodes] == [
        (-1, "d3-d4"),
        (0, "d6-d5"),
        (0, "a6-a5"),
        (2, "e3-e4"),
        (2, "h3-h4"),
        (4, "h6-h5"),
        (3, "e6-e5"),
        (0, "h6-h5"),
        (1, "d4xd8"),
    ]


def test_a_move_is_told_so_that_it_can_be_drawn() -> None:
    last = tree_of(game(PDN)).nodes[-1]
    assert (last.path, last.captured) == (["d4", "d6", "d8"], ["d5", "d7"])
    assert last.fen.startswith("B:WKd8,")


def test_nothing_is_lost_on_the_way_there_and_back() -> None:
    assert record_of(tree_of(game(PDN))) == game(PDN)


def test_what_is_drawn_is_told_apart_from_what_is_said() -> None:
    text = "{[%cal Gd3d4] Before} 1. d3-d4 {[%csl Rd4,Yd5] Look [%csl Xd4]} d6-d5 {[%cal Bd6d5]} *"
    found = tree_of(game(text))
    assert (found.comment, found.marks) == ("Before", ["Gd3d4"])
    assert [(each.comment, each.marks) for each in found.nodes] == [
        ("Look [%csl Xd4]", ["Rd4", "Yd5"]),
        ("", ["Bd6d5"]),
    ]
    assert tree_of(record_of(found)) == found


def test_what_is_said_before_another_first_move_is_kept() -> None:
    found = tree_of(game("1. d3-d4 ({Or} 1. e3-e4 {so}) *"))
    assert [each.comment for each in found.nodes] == ["", "Or so"]


def tree(*nodes: Branch) -> Tree:
    return msgspec.structs.replace(tree_of(game("1. d3-d4 *")), nodes=list(nodes))


@pytest.mark.parametrize(
    ("nodes", "complaint"),
    [
        ([Branch(text="d3-d5")], "d3-d5"),
        ([Branch(text="d3-d4"), Branch(parent=1, text="d6-d5")], "move 1 follows 1"),
        ([Branch(parent=-2, text="d3-d4")], "move 0 follows -2"),
    ],
)
def test_a_tree_that_cannot_be_is_refused(nodes: list[Branch], complaint: str) -> None:
    with pytest.raises(DamaciError, match=complaint):
        record_of(tree(*nodes))


def test_variations_in_variations_have_an_end() -> None:
    # Each variation continues the game from its second move.
    main = ["a1-b1", "h8-g8", "a2-b2", "h7-g7"]
    other = ["a1-a2", "h8-h7", "a2-a1", "h7-h8"]
    nodes = []
    for turn in range(200):
        before = 2 * turn - 1
        nodes += [Branch(parent=before, text=main[turn % 4]), Branch(parent=before, text=other[turn % 4])]
    with pytest.raises(DamaciError, match="variations more than 100 deep"):
        record_of(msgspec.structs.replace(tree(*nodes), start="W:WKa1:BKh8"))
