"""The expansion of the book: correct values, the nearest position first, and the same book however it is made."""

from pathlib import Path

import numpy as np
import pytest

from damaci import RULESETS
from damaci.batch import Positions
from lab.book import Expansion, Plan, load, save
from lab.commands import main
from lab.errors import LabError
from lab.graph import Graph, Moves
from lab.losing import measure
from lab.shipping import book_file
from lab.work import Workers
from tests.support import require_module

PLAN = Plan("turkish", nodes=50, step=2)


def grown(plan: Plan, positions: int, graph: Graph | None = None) -> Graph:
    graph = graph or Graph(plan.ruleset)
    list(Expansion(plan, graph).grow(positions, Workers(1)))
    return graph


def graph_of(children: dict[int, list[int]], leaves: list[int]) -> tuple[Graph, Moves]:
    """A graph over these numbers, which stand for positions."""
    graph = Graph("turkish")
    graph.leaf_values = leaves
    counts = [len(each) for each in children.values()]
    first = np.cumsum([0, *counts[:-1]])
    owners = np.array(list(children), np.intp)
    moves = Moves(owners, first, np.repeat(owners, counts), np.concatenate(list(children.values())).astype(np.intp))
    return graph, moves


def test_values_are_backed_up_by_minimax() -> None:
    graph, moves = graph_of({0: [1, 2], 1: [3, 4]}, [0, 0, 20, 7, -30])
    assert graph.values(moves).tolist() == [-20, 30, 20, 7, -30]


def test_a_repetition_is_a_draw() -> None:
    """Position 0 leads to 1 and back. Position 0 could also leave the repetition at a loss; position 1 could not leave
    it."""
    graph, moves = graph_of({0: [1, 2], 1: [0]}, [0, 0, 40])
    assert graph.values(moves).tolist() == [0, 0, 40]


def test_who_gains_by_leaving_a_repetition_leaves_it() -> None:
    graph, moves = graph_of({0: [1, 2], 1: [0, 3]}, [0, 0, 40, -25])
    assert graph.values(moves).tolist() == [-25, 25, 40, -25]


def test_distances_are_those_of_the_shortest_path() -> None:
    graph, moves = graph_of({0: [1, 2], 1: [3], 2: [3]}, [0, 0, 0, 0])
    assert graph.distances(moves, np.array([5, 1, 1, 3], np.int32)).tolist() == [0, 5, 1, 4]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_book_grows_from_the_start(ruleset: str) -> None:
    graph = grown(Plan(ruleset, 50, 2), 60)
    assert len(graph) >= 60
    assert graph.expanded[0] == 0
    moves = graph.moves()
    values = graph.values(moves)
    assert (np.maximum.reduceat(-values[moves.children], moves.first) == values[moves.owners]).all()
    assert (graph.losses(moves, values) >= 0).all()
    every = graph.positions(np.arange(len(graph)))
    assert len(set(every.keys().tolist())) == len(graph)
    starts = Positions.start(1, ruleset).successors().for_mover()
    assert len(starts) >= len(set(graph.moves().children[: len(starts)].tolist()))


def test_an_interrupted_book_goes_on_to_the_same(tmp_path: Path) -> None:
    path = tmp_path / "book.npz"
    save(path, PLAN, grown(PLAN, 80))
    again = grown(PLAN, 250, load(path, PLAN))
    assert book_file(again) == book_file(grown(PLAN, 250))


@pytest.mark.nightly
def test_ray_makes_the_same_book_as_workers(tmp_path: Path) -> None:
    require_module("ray", "pip install ray, where there is one for the system")
    for place, more in (("ray", ["--ray", "local"]), ("here", [])):
        options = ["--positions", "300", "--nodes", "100", "--workers", "2", *more]
        assert main(["book", str(tmp_path / f"{place}.npz"), *options]) == 0
    plan = Plan("turkish", 100, 2)
    ray, here = (book_file(load(tmp_path / f"{place}.npz", plan)) for place in ("ray", "here"))
    assert ray == here


def test_a_book_of_another_plan_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "book.npz"
    save(path, PLAN, Graph("turkish"))
    with pytest.raises(LabError, match="made with step 2, not 3: choose another file"):
        load(path, Plan("turkish", 50, 3))


def test_how_many_moves_lose_is_measured() -> None:
    shares = measure("turkish", positions=3, nodes=100, seed=1, workers=Workers(1))
    assert shares.positions == 3
    assert 0 <= shares.losing < 1 - shares.near <= 1
