"""A move is proven if the search finds it right for three doublings of its nodes. The search is given up if no proof is
to be expected."""

import pytest

from damaci import Engine, Position
from lab.suite.effort import Effort
from lab.suite.proof import Enough, Watch, prove
from tests.lab.suite.analyses import MOVES, analysis

EFFORT = Effort(shallow=100, deep=20_000)  # given up at 1,000 nodes; a proof needs at least 2,000
CHOSEN = MOVES[3]
RIGHT = (400, 0)
OTHER = (100, 0)


def watched(*seen: tuple[int, tuple[int, int], int]) -> tuple[Watch, bool]:
    """The watch after these analyses, each given by its nodes, values and the number of the best move, and whether it
    has ended the search."""
    watch = Watch(EFFORT, CHOSEN)
    for nodes, values, first in seen:
        try:
            watch(analysis(nodes, *values, first))
        except Enough:
            return watch, True
    return watch, False


def test_three_doublings_prove() -> None:
    watch, ended = watched((500, RIGHT, 0), (1_000, RIGHT, 0), (3_000, RIGHT, 0), (4_000, RIGHT, 0))
    proof = watch.proof()
    assert ended
    assert proof
    assert (proof.since, proof.analysis.nodes) == (500, 4_000)


def test_two_do_not() -> None:
    watch, ended = watched((500, RIGHT, 0), (3_999, RIGHT, 0))
    assert not ended
    assert watch.proof() is None


def test_few_nodes_prove_nothing() -> None:
    assert watched((10, RIGHT, 0), (1_999, RIGHT, 0))[0].proof() is None
    assert watched((10, RIGHT, 0), (2_000, RIGHT, 0))[0].proof()


@pytest.mark.parametrize("between", [(OTHER, 0), (RIGHT, 1)])
def test_an_interruption_begins_anew(between: tuple[tuple[int, int], int]) -> None:
    watch, _ = watched((300, RIGHT, 0), (700, *between), (800, RIGHT, 0), (6_399, RIGHT, 0))
    assert watch.proof() is None
    proof = watched((300, RIGHT, 0), (700, *between), (800, RIGHT, 0), (6_400, RIGHT, 0))[0].proof()
    assert proof
    assert proof.since == 800


def test_the_chosen_move_is_not_looked_for() -> None:
    watch, ended = watched((900, RIGHT, 3), (1_000, RIGHT, 3))
    assert ended
    assert watch.proof() is None


def test_it_is_given_up() -> None:
    assert not watched((100, OTHER, 0), (999, OTHER, 0))[1]
    assert watched((1_000, OTHER, 0))[1]


def test_a_move_that_a_short_search_does_not_find_better_is_not_given_up() -> None:
    watch, _ = watched((100, (0, 0), 1), (900, RIGHT, 0), (7_200, RIGHT, 0))
    assert watch.proof()


def test_a_real_search() -> None:
    position = Position.from_fen("B:WKe8,c2,Kb1:Bb6,Kh5,a3")
    right = position.parse_move("h5-h8")
    wrong = position.parse_move("b6-b5")
    proof = prove(Engine(4), position, wrong, Effort(10, 20_000))
    assert proof
    assert proof.analysis.best == right
    assert proof.analysis.nodes >= 8 * proof.since
    assert prove(Engine(4), position, right, Effort(10, 20_000)) is None
