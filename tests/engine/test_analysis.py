from itertools import pairwise

import pytest

from damaci.engine import Score

ORDERED = [
    Score(loss=0),
    Score(loss=6),
    Score(cp=-310),
    Score(draw=True),
    Score(cp=0),
    Score(cp=12),
    Score(win=9),
    Score(win=1),
]


def test_scores_are_ordered_from_lost_to_won() -> None:
    assert all(worse < better and better > worse for worse, better in pairwise(ORDERED))
    shuffled = [*ORDERED[1::2], *ORDERED[::2]]
    assert sorted(shuffled) == ORDERED


def test_a_score_negated_is_what_the_other_side_sees() -> None:
    assert -Score(cp=31) == Score(cp=-31)
    assert -Score(win=3) == Score(loss=3)
    assert -Score(loss=0) == Score(win=0)
    assert -Score(draw=True) == Score(draw=True)
    assert [score.__neg__().__neg__() for score in ORDERED] == ORDERED


@pytest.mark.parametrize("score", ORDERED)
def test_repr_rebuilds(score: Score) -> None:
    assert eval(repr(score)) == score


def test_a_score_reads_well() -> None:
    assert [str(score) for score in ORDERED] == [
        "loss in 0",
        "loss in 6",
        "-3.10",
        "draw",
        "+0.00",
        "+0.12",
        "win in 9",
        "win in 1",
    ]


@pytest.mark.parametrize("fields", [{}, {"cp": 3, "draw": True}, {"win": 1, "loss": 1}, {"draw": False}])
def test_a_score_is_one_thing(fields: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="one of cp, win, loss"):
        Score(**fields)
