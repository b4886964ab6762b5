import sys
from collections.abc import Iterable
from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.tournament.graphs import fast_matchings
from damaci.tournament.matching import Matching, NoPerfectMatching

NONE = -(1 << 300)
Edges = list[tuple[Any, Any, int]]
Matches = set[tuple[Any, Any]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 12) -> tuple[int, list[Edges]]:
    """Several graphs of the vertices 0, 1, 2, ...: the number of vertices, and the edges of each graph."""
    count = draw(st.integers(1, most))
    weights = st.one_of(st.none(), st.integers(1, draw(st.sampled_from((2, 9, 1 << 200)))))
    found = []
    for _ in range(draw(st.integers(1, 4))):
        edges = [(one, two, draw(weights)) for one in range(count) for two in range(one)]
        found.append([(one, two, weight) for one, two, weight in edges if weight])
    return count, found


def matched(vertices: Iterable[Any], edges: Edges) -> Matches:
    """The matching of the installed networkx."""
    import networkx

    graph = networkx.Graph()
    for vertex in vertices:
        graph.add_node(vertex)
    for one, two, weight in edges:
        graph.add_edge(one, two, weight=weight)
    return set(networkx.max_weight_matching(graph, maxcardinality=True))


def worth(edges: Edges, matches: Matches) -> tuple[int, int]:
    """The number of pairs, and their total weight."""
    assert len({vertex for pair in matches for vertex in pair}) == 2 * len(matches)
    weights = {frozenset((one, two)): weight for one, two, weight in edges}
    return len(matches), sum(weights[frozenset(pair)] for pair in matches)


@given(graphs())
def test_each_matching_is_as_good_as_that_of_networkx(found: tuple[int, list[Edges]]) -> None:
    count, graphs = found
    with fast_matchings():
        ours = [matched(range(count), edges) for edges in graphs]
    for edges, matches in zip(graphs, ours, strict=True):
        assert worth(edges, matches) == worth(edges, matched(range(count), edges))


def test_other_vertices() -> None:
    edges = [("a", "b", 1), ("b", "c", 5), ("c", "d", 1)]
    with fast_matchings():
        assert worth(edges, matched("abcd", edges)) == (2, 2)


@pytest.mark.parametrize("known", [True, False])
def test_networkx_is_there_afterwards_as_before(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not known:
        monkeypatch.delitem(sys.modules, "networkx")
    before = sys.modules.get("networkx")
    with fast_matchings():
        assert sys.modules["networkx"] is not networkx
    assert sys.modules.get("networkx") is before


def test_blossoms_within_blossoms() -> None:
    """From van Rantwijk's tests of his algorithm: a blossom that is formed, becomes an inner one and is taken apart."""
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
