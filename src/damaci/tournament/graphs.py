"""Our matchings in the place of networkx's, while a round is paired: with 200 players those take minutes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from damaci.tournament.matching import Matching, NoPerfectMatching

Matches = set[tuple[int, int]]
_one_at_a_time = Lock()


@contextmanager
def fast_matchings() -> Iterator[None]:
    """Within, `networkx.max_weight_matching` goes on from call to call. The pairing library has no other door."""
    import networkx

    with _one_at_a_time:
        known = networkx.max_weight_matching
        networkx.max_weight_matching = _Matchings(known)
        try:
            yield
        finally:
            networkx.max_weight_matching = known


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
        matching = self._matchings.setdefault(count, Matching(count + count % 2))
        try:
            mates = matching.solve(_square(graph, count))
        except NoPerfectMatching:
            return self._otherwise(graph, maxcardinality)
        return {(vertex, mate) for vertex, mate in enumerate(mates) if vertex < mate < count}


def _square(graph: Any, count: int) -> list[list[int]]:
    """Twice the weights, and a last row for who is left over if the number is odd."""
    edges = list(graph.edges(data="weight"))
    none = -4 * max((weight for *_, weight in edges), default=1) * (count + 1)
    size = count + count % 2
    square = [[none] * size for _ in range(size)]
    for one, two, weight in edges:
        square[one][two] = square[two][one] = 2 * weight
    for vertex in range(count if size > count else 0):
        square[vertex][count] = square[count][vertex] = 0
    return square
