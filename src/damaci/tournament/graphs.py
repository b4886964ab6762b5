"""Replaces the matchings of networkx while a round is paired: they take minutes with 200 players."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from types import ModuleType

from damaci.tournament import weighted
from damaci.tournament.matching import Matching, NoPerfectMatching
from damaci.tournament.weighted import Graph

Matches = set[tuple[int, int]]
_one_at_a_time = Lock()


@contextmanager
def fast_matchings() -> Iterator[None]:
    """Within, who imports networkx gets our graph and our matching, which goes on from call to call. The pairing
    library, which imports it in its functions, has no other door."""
    with _one_at_a_time:
        known = sys.modules.get("networkx")
        sys.modules["networkx"] = _as_networkx()
        try:
            yield
        finally:
            del sys.modules["networkx"]
            if known:
                sys.modules["networkx"] = known


def _as_networkx() -> ModuleType:
    module = ModuleType("networkx")
    vars(module).update(Graph=Graph, max_weight_matching=_Matchings())
    return module


class _Matchings:
    """What `networkx.max_weight_matching` does, for graphs of the vertices 0, 1, 2, ... with whole weights above 0; for
    other graphs by the slower `weighted.max_weight_matching`."""

    def __init__(self) -> None:
        self._matchings: dict[int, Matching] = {}

    def __call__(self, graph: Graph, maxcardinality: bool = False) -> Matches:
        count = len(graph)
        if not maxcardinality or count < 2 or set(graph) != set(range(count)):
            return weighted.max_weight_matching(graph, maxcardinality)
        matching = self._matchings.setdefault(count, Matching(count + 1))
        settled = _settled(graph)
        vertices = [vertex for vertex in range(count) if vertex not in settled]
        if len(vertices) % 2:
            vertices.append(count)
        try:
            mates = matching.solve(vertices, _square(graph, vertices, count))
        except NoPerfectMatching:
            return weighted.max_weight_matching(graph, maxcardinality)
        pairs = [*settled.items(), *zip(vertices, mates, strict=True)]
        return {(vertex, mate) for vertex, mate in pairs if vertex < mate < count}


def _settled(graph: Graph) -> dict[int, int]:
    """Pairs that have an edge to each other and to nobody else: the library has decided them."""
    lone = {vertex: next(iter(graph[vertex])) for vertex in graph if len(graph[vertex]) == 1}
    return {vertex: mate for vertex, mate in lone.items() if lone.get(mate) == vertex}


def _square(graph: Graph, vertices: list[int], count: int) -> list[list[int]]:
    """Twice the weights. The vertex `count`, if it exists, is the partner of the player who is left over."""
    players = [vertex for vertex in vertices if vertex < count]
    greatest = max((max(graph[player].values(), default=0) for player in players), default=0)
    none = -2 * max(greatest, 1) * (count + 1)
    rows = [_row(graph[player], players, none) for player in players]
    if len(vertices) == len(players):
        return rows
    return [*([*row, 0] for row in rows), [*[0] * len(players), 2 * none]]


def _row(weights: dict[int, int], players: list[int], none: int) -> list[int]:
    return [2 * weights.get(player, none) for player in players]
