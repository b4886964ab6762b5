"""A matching on a graph with blossoms: odd circles of vertices, and of smaller blossoms, that behave as one vertex.

Vertices are numbers from 0 on, blossoms greater ones. In a blossom all vertices but its base are matched among each
other.
"""

from collections.abc import Iterator, Sequence

FREE = -1
"""The mate of who has none."""
Edge = tuple[int, int]


class Blossoms:
    """Mates and blossoms."""

    def __init__(self, count: int) -> None:
        self.mate = [FREE] * count
        self.top = list(range(count))
        """For each vertex: the outermost blossom that it is in, or itself."""
        self.base = {vertex: vertex for vertex in range(count)}
        self.vertices: dict[int, list[int]] = {vertex: [vertex] for vertex in range(count)}
        self._parts: dict[int, list[int]] = {}
        """For each blossom: the circle, from the part with the base on."""
        self._edges: dict[int, list[Edge]] = {}
        """From each part of a circle to the next one."""
        self._next = count

    def match(self, one: int, two: int) -> None:
        """Makes two vertices mates."""
        self.mate[one] = two
        self.mate[two] = one

    def part(self, vertex: int) -> None:
        """Takes a vertex and its mate apart."""
        mate = self.mate[vertex]
        self.mate[vertex] = FREE
        if mate != FREE:
            self.mate[mate] = FREE

    def outermost(self) -> list[int]:
        """The blossoms that are in no other."""
        return [blossom for blossom in self._parts if self.top[self.base[blossom]] == blossom]

    def parts(self, blossom: int) -> Sequence[int]:
        """What a blossom consists of."""
        return self._parts[blossom]

    def is_blossom(self, node: int) -> bool:
        """Whether it is more than a vertex."""
        return node in self._parts

    def form(self, parts: list[int], edges: list[Edge]) -> int:
        """A blossom of this circle, whose first part has the base; its number."""
        blossom = self._next
        self._next += 1
        self._parts[blossom] = parts
        self._edges[blossom] = edges
        self.base[blossom] = self.base[parts[0]]
        self.vertices[blossom] = [vertex for part in parts for vertex in self.vertices[part]]
        for vertex in self.vertices[blossom]:
            self.top[vertex] = blossom
        return blossom

    def dissolve(self, blossom: int) -> list[int]:
        """Takes an outermost blossom apart; mates stay. Its parts."""
        parts = self._parts.pop(blossom)
        del self._edges[blossom], self.base[blossom], self.vertices[blossom]
        for part in parts:
            for vertex in self.vertices[part]:
                self.top[vertex] = part
        return parts

    def rebase(self, node: int, vertex: int) -> None:
        """Changes mates within a blossom so that a vertex of it becomes the base."""
        if not self.is_blossom(node):
            return
        parts = self._parts[node]
        edges = self._edges[node]
        place = next(place for place, part in enumerate(parts) if vertex in self.vertices[part])
        self.rebase(parts[place], vertex)
        for one, two in self._pairs(place, edges):
            self.rebase(self._holder(parts, one), one)
            self.rebase(self._holder(parts, two), two)
            self.match(one, two)
        self._parts[node] = parts[place:] + parts[:place]
        self._edges[node] = edges[place:] + edges[:place]
        self.base[node] = vertex

    def _holder(self, parts: Sequence[int], vertex: int) -> int:
        return next(part for part in parts if vertex in self.vertices[part])

    @staticmethod
    def _pairs(place: int, edges: Sequence[Edge]) -> Iterator[Edge]:
        """The edges that get matched when the base moves from the first part to another: every other one on the way
        that has an even number of edges."""
        if place % 2:
            yield from (edges[at] for at in range(place + 1, len(edges), 2))
        else:
            yield from (edges[at] for at in range(0, place, 2))
