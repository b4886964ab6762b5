"""Our matchings in the place of networkx's, while a round is paired: with 200 players those take minutes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from damaci.tournament import weighted
from damaci.tournament.matching import Matching, NoPerfectMatching

Matches = set[tuple[int, int]]
_one_at_a_time = Lock()


@contextmanager
def fast_matchings() -> Iterator[None]:
    """Within, `networkx.max_weight_matching` goes on from call to call. The pairing library has no other door."""
    networkx = _networkx()
    with _one_at_a_time:
        known = networkx.max_weight_matching
        networkx.max_weight_matching = _Matchings(known)
        try:
            yield
        finally:
            networkx.max_weight_matching = known


def _networkx() -> Any:
    """The module that the library imports; ours where there is none, as in browsers."""
    try:
        import networkx
    except ModuleNotFoundError:
        sys.modules["networkx"] = weighted
        return weighted
    return networkx


class _Matchings:
    """What `networkx.max_weight_matching` does, for graphs of the vertices 0, 1, 2, ... with whole weights above 0."""

    def __init__(self, otherwise: Callable[..., Matches]) -> None:
        """`otherwise` is asked where more than one vertex has to be left over."""
        self._otherwise = otherwise
        self._matchings: dict[int, Matching] = {}

    def __call__(self, graph: Any, maxcardinality: bool = False) -> Matches:
        count = len(graph)
        if not maxcardinality or count < 2 or set(graph) != set(range(count)):
            return self._otherwise(graph, maxcardinality)
        matching = self._matchings.setdefault(count, Matching(count + 1))
        settled = _settled(graph)
        vertices = [vertex for vertex in range(count) if vertex not in settled]
        if len(vertices) % 2:
            vertices.append(count)
        try:
            mates = matching.solve(vertices, _square(graph, vertices, count))
        except NoPerfectMatching:
            return self._otherwise(graph, maxcardinality)
        pairs = [*settled.items(), *zip(vertices, mates, strict=True)]
        return {(vertex, mate) for vertex, mate in pairs if vertex < mate < count}


def _settled(graph: Any) -> dict[int, int]:
    """Pairs that have an edge to each other and to nobody else: the library has decided them."""
    lone = {vertex: next(iter(graph[vertex])) for vertex in graph if len(graph[vertex]) == 1}
    return {vertex: mate for vertex, mate in lone.items() if lone.get(mate) == vertex}


def _square(graph: Any, vertices: list[int], count: int) -> list[list[int]]:
    """Twice the weights; the vertex `count`, if it is there, is whom the one who is left over gets."""
    places = {vertex: place for place, vertex in enumerate(vertices)}
    edges = [(places[one], places[two], weight) for one, two, weight in graph.edges(vertices, data="weight")]
    none = -4 * max((weight for *_, weight in edges), default=1) * (count + 1)
    square = [[none] * len(vertices) for _ in vertices]
    for one, two, weight in edges:
        square[one][two] = square[two][one] = 2 * weight
    if vertices[-1:] == [count]:
        for place in range(len(vertices) - 1):
            square[place][-1] = square[-1][place] = 0
    return square
