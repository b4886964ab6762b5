"""As much of networkx as the pairing library uses: a graph with weights, and its matching of maximum weight."""

from collections.abc import Iterable, Iterator
from typing import Any

from damaci.tournament.matching import Matching

Matches = set[tuple[Any, Any]]


class Graph:
    """An undirected graph whose edges have whole weights. Vertices keep the order in which they came."""

    def __init__(self) -> None:
        self._edges: dict[Any, dict[Any, int]] = {}

    def add_node(self, vertex: Any) -> None:
        """Adds a vertex, unless it is there."""
        self._edges.setdefault(vertex, {})

    def add_edge(self, one: Any, two: Any, weight: int = 1) -> None:
        """Adds an edge, or gives one another weight."""
        self._edges.setdefault(one, {})[two] = weight
        self._edges.setdefault(two, {})[one] = weight

    def __len__(self) -> int:
        return len(self._edges)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._edges)

    def __getitem__(self, vertex: Any) -> dict[Any, int]:
        """The neighbours of a vertex, with the weights."""
        return self._edges[vertex]

    def edges(self, vertices: Iterable[Any]) -> Iterator[tuple[Any, Any, int]]:
        """Every edge at one of these vertices once, with its weight. What is no vertex is passed over."""
        seen = set()
        for one in vertices:
            for two, weight in self._edges.get(one, {}).items():
                if two not in seen:
                    yield one, two, weight
            seen.add(one)


def max_weight_matching(graph: Graph, maxcardinality: bool = False) -> Matches:
    """The matching of maximum weight among those with the most pairs. Raises NotImplementedError for any other.

    >>> graph = Graph()
    >>> for one, two, weight in (("a", "b", 5), ("b", "c", 9), ("c", "d", 5)):
    ...     graph.add_edge(one, two, weight)
    >>> sorted(max_weight_matching(graph, maxcardinality=True))
    [('a', 'b'), ('c', 'd')]
    """
    if not maxcardinality:
        raise NotImplementedError("only matchings with as many pairs as possible")
    vertices = list(graph)
    if len(vertices) % 2:
        vertices.append(None)  # whoever gets this one is left over
    places = {vertex: place for place, vertex in enumerate(vertices)}
    edges = [(places[one], places[two], weight) for one, two, weight in graph.edges(graph)]
    # One more edge outweighs all weights, so that a pair without an edge is chosen only when nothing else is left.
    more = (len(vertices) + 1) * max((abs(weight) for *_, weight in edges), default=0) + 1
    square = [[0] * len(vertices) for _ in vertices]
    for one, two, weight in edges:
        square[one][two] = square[two][one] = 2 * (weight + more)
    mates = Matching(len(vertices)).solve(range(len(vertices)), square)
    found = ((vertices[place], vertices[mate]) for place, mate in enumerate(mates) if place < mate)
    return {(one, two) for one, two in found if one is not None and two is not None and two in graph[one]}
