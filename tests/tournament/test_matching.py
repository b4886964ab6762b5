from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.tournament.graphs import fast_matchings
from damaci.tournament.matching import Matching, NoPerfectMatching

NONE = -(1 << 300)
theirs = networkx.max_weight_matching


@st.composite
def graphs(draw: st.DrawFn, most: int = 12) -> list[Any]:
    """Several graphs of the same vertices."""
    count = draw(st.integers(1, most))
    weights = st.one_of(st.none(), st.integers(1, draw(st.sampled_from((2, 9, 1 << 200)))))
    found = []
    for _ in range(draw(st.integers(1, 4))):
        graph = networkx.Graph()
        graph.add_nodes_from(range(count))
        edges = [(one, two, draw(weights)) for one in range(count) for two in range(one)]
        graph.add_weighted_edges_from(edge for edge in edges if edge[2])
        found.append(graph)
    return found


def worth(graph: Any, matches: set[tuple[int, int]]) -> tuple[int, int]:
    """How many pairs, and their weight."""
    assert len({vertex for pair in matches for vertex in pair}) == 2 * len(matches)
    return len(matches), sum(graph[one][two]["weight"] for one, two in matches)


@given(graphs())
def test_each_matching_is_as_good_as_that_of_networkx(found: list[Any]) -> None:
    with fast_matchings():
        ours = [networkx.max_weight_matching(graph, maxcardinality=True) for graph in found]
    for graph, matches in zip(found, ours, strict=True):
        assert worth(graph, matches) == worth(graph, theirs(graph, maxcardinality=True))


def test_other_graphs_are_left_to_networkx() -> None:
    graph = networkx.Graph()
    graph.add_weighted_edges_from([("a", "b", 1), ("b", "c", 5), ("c", "d", 1)])
    with fast_matchings():
        assert worth(graph, networkx.max_weight_matching(graph)) == (1, 5)
        assert worth(graph, networkx.max_weight_matching(graph, maxcardinality=True)) == (2, 2)
    assert networkx.max_weight_matching is theirs


def test_blossoms_within_blossoms() -> None:
    """From van Rantwijk's tests of his algorithm: a blossom that is formed, becomes inner and is taken apart."""
    edges = [(1, 2, 45), (1, 7, 45), (2, 3, 50), (3, 4, 45), (4, 5, 95), (4, 6, 94), (5, 6, 94), (6, 7, 50)]
    edges += [(1, 8, 30), (3, 11, 35), (5, 9, 36), (7, 10, 26), (11, 12, 5)]
    weights = [[NONE] * 12 for _ in range(12)]
    for one, two, weight in edges:
        weights[one - 1][two - 1] = weights[two - 1][one - 1] = 2 * weight
    mates = [mate + 1 for mate in Matching(12).solve(range(12), weights)]
    assert mates == [8, 3, 2, 6, 9, 4, 10, 1, 5, 7, 12, 11]


def test_without_a_perfect_matching() -> None:
    with pytest.raises(NoPerfectMatching):
        Matching(2).solve(range(2), [[NONE, NONE], [NONE, NONE]])
