"""Matchings of maximum weight, by Edmonds' primal-dual method, for a pairing that asks for many that differ little.

Each call goes on from the matching and the duals of the last one. With a dual u for each vertex and z for each blossom,
every edge has u + u - weight >= 0 and every edge that is matched has 0; a perfect matching with such duals is one of
maximum weight. Weights are doubled, so that duals stay whole numbers; they have hundreds of bits.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import compress, count
from math import inf
from operator import lt, sub

from damaci.tournament.blossoms import FREE, Blossoms, Edge

OUTER = 1
INNER = 2
GROW = 0
EXPAND = 1


class NoPerfectMatching(Exception):
    """There is no perfect matching."""


class Matching:
    """The perfect matching of maximum weight of a graph whose weights change from call to call."""

    def __init__(self, count: int) -> None:
        """`count` vertices."""
        self._mates = [FREE] * count
        self._duals = [0] * count

    def solve(self, vertices: Sequence[int], weights: list[list[int]]) -> list[int]:
        """The mate of each of some vertices, an even number of them.

        `weights` is a square for these vertices in their order, of even numbers from 0 on; where there is no edge, a
        number so far below zero that no sum of others outweighs it. Raises NoPerfectMatching.
        """
        problem = _Problem(weights, [self._duals[vertex] for vertex in vertices])
        problem.start([self._mates[vertex] for vertex in vertices], vertices)
        mates = [vertices[place] for place in problem.solve()]
        for vertex, mate, dual in zip(vertices, mates, problem.duals, strict=True):
            self._mates[vertex] = mate
            self._duals[vertex] = dual
        return mates


class _Problem:
    """One call: vertices are their places in it."""

    def __init__(self, weights: list[list[int]], duals: list[int]) -> None:
        self._weights = weights
        self._blossoms = Blossoms(len(weights))
        self.duals = duals
        """For an outer vertex: its dual plus the time; for an inner one: its dual less the time. So nothing changes as
        time passes."""
        self._width: dict[int, int] = {}
        """For each blossom z: its dual, in the same way, with twice the time."""

    def start(self, mates: Sequence[int], vertices: Sequence[int]) -> None:
        """Every dual as small as it may be; mates of the last call who are not tied by it any more are free, or get
        another who is."""
        for place, row in enumerate(self._weights):
            self.duals[place] = max(map(sub, row, self.duals))
        places = {vertex: place for place, vertex in enumerate(vertices)}
        for place, mate in enumerate(mates):
            other = places.get(mate, FREE)
            if other > place and self._is_tight(place, other):
                self._blossoms.match(place, other)
        for place in range(len(vertices)):
            if self._blossoms.mate[place] == FREE:
                self._match_at_once(place)

    def solve(self) -> list[int]:
        """The place of everybody's mate. Raises NoPerfectMatching."""
        mate = self._blossoms.mate
        for root in range(len(mate)):
            while mate[root] == FREE:
                _Search(self._weights, self._blossoms, self.duals, self._width).run(root)
        if any(row[other] < 0 for row, other in zip(self._weights, mate, strict=True)):
            raise NoPerfectMatching
        self._dissolve_all()
        return mate

    def _is_tight(self, one: int, two: int) -> bool:
        return self.duals[one] + self.duals[two] == self._weights[one][two]

    def _match_at_once(self, place: int) -> None:
        for other, mate in enumerate(self._blossoms.mate):
            if mate == FREE and other != place and self._is_tight(place, other):
                self._blossoms.match(place, other)
                return

    def _dissolve_all(self) -> None:
        """Without blossoms, their z is given to their vertices."""
        waiting = self._blossoms.outermost()
        while waiting:
            blossom = waiting.pop()
            half = self._width.pop(blossom) // 2
            for vertex in self._blossoms.vertices[blossom]:
                self.duals[vertex] += half
            waiting += filter(self._blossoms.is_blossom, self._blossoms.dissolve(blossom))


class _Search:
    """The growth of one alternating tree, from a free vertex to another."""

    def __init__(self, weights: list[list[int]], blossoms: Blossoms, dual: list[int], width: dict[int, int]) -> None:
        self._weights = weights
        self._blossoms = blossoms
        self._dual = dual
        self._width = width
        self._time = 0
        self._label: dict[int, int] = {}
        self._entry: dict[int, Edge] = {}
        """For each inner node: the edge by which it was reached, from the outer vertex."""
        self._best: list[float] = [inf] * len(dual)
        """For each vertex outside the tree: when it will be reached; for those in the tree: 0, so that nothing comes
        before."""
        self._heap: list[tuple[int, int, int, int]] = []

    def run(self, root: int) -> None:
        """Matches the root, or takes a blossom apart that is in the way. Raises NoPerfectMatching."""
        self._make_outer(self._blossoms.top[root])
        while self._heap:
            time, kind, one, two = heappop(self._heap)
            if self._is_stale(time, kind, one, two):
                continue
            self._time = time
            if kind == EXPAND or self._advance(one, two):
                self._settle()
                return
        raise NoPerfectMatching

    # ---- events ------------------------------------------------------------------------------------------------------

    def _is_stale(self, time: int, kind: int, one: int, two: int) -> bool:
        if kind == EXPAND:
            return self._label.get(one) != INNER or not self._blossoms.is_blossom(one)
        top = self._blossoms.top
        label = self._label.get(top[two], 0)
        if label == OUTER and top[one] == top[two]:
            self._look_among_outer(one)
            return True
        if label == OUTER:
            return 2 * time != self._dual[one] + self._dual[two] - self._weights[one][two]
        return label == INNER

    def _advance(self, one: int, two: int) -> bool:
        """Takes an edge that has become tight; True when it leads to a free vertex, which is then matched."""
        node = self._blossoms.top[two]
        if self._label.get(node) == OUTER:
            self._form(one, two)
            self._look_among_outer(one)
            return False
        if self._blossoms.mate[self._blossoms.base[node]] == FREE:
            self._augment(one, two)
            return True
        self._make_inner(node, (one, two))
        self._make_outer(self._blossoms.top[self._blossoms.mate[self._blossoms.base[node]]])
        return False

    # ---- the tree ----------------------------------------------------------------------------------------------------

    def _make_outer(self, node: int) -> None:
        self._label[node] = OUTER
        if node in self._width:
            self._width[node] -= 2 * self._time
        for vertex in self._blossoms.vertices[node]:
            self._dual[vertex] += self._time
            self._best[vertex] = 0
        self._look_from(self._blossoms.vertices[node])

    def _make_inner(self, node: int, entry: Edge) -> None:
        self._label[node] = INNER
        self._entry[node] = entry
        for vertex in self._blossoms.vertices[node]:
            self._dual[vertex] -= self._time
            self._best[vertex] = 0
        if node in self._width:
            self._width[node] += 2 * self._time
            heappush(self._heap, (self._width[node] // 2, EXPAND, node, 0))

    def _look_from(self, vertices: list[int]) -> None:
        """Notes when the edges of new outer vertices will be tight."""
        for one in vertices:
            slack = map(sub, self._dual, self._weights[one])
            times = list(map(self._dual[one].__add__, slack))
            for two in compress(count(), map(lt, times, self._best)):
                self._best[two] = times[two]
                heappush(self._heap, (times[two], GROW, one, two))
            self._look_among_outer(one)

    def _look_among_outer(self, one: int) -> None:
        """Notes the first edge to another outer node that will be tight."""
        top = self._blossoms.top
        own = self._dual[one]
        row = self._weights[one]
        found = [
            (own + self._dual[two] - row[two], two)
            for node, label in self._label.items()
            if label == OUTER and node != top[one]
            for two in self._blossoms.vertices.get(node, ())
            if top[two] == node
        ]
        if found:
            time, two = min(found)
            heappush(self._heap, (time // 2, GROW, one, two))

    def _above(self, node: int) -> tuple[int, Edge, int, Edge] | None:
        """From an outer node the inner node above it and the outer one above that, with the edges to them; None at the
        root."""
        base = self._blossoms.base[node]
        mate = self._blossoms.mate[base]
        if mate == FREE:
            return None
        inner = self._blossoms.top[mate]
        outer, reached = self._entry[inner]
        return inner, (base, mate), self._blossoms.top[outer], (reached, outer)

    def _path(self, node: int) -> tuple[list[int], list[Edge]]:
        """The nodes from an outer one up to the root, and the edges between them."""
        nodes = [node]
        edges: list[Edge] = []
        while above := self._above(nodes[-1]):
            inner, first, outer, second = above
            nodes += [inner, outer]
            edges += [first, second]
        return nodes, edges

    # ---- blossoms and augmentation -----------------------------------------------------------------------------------

    def _form(self, one: int, two: int) -> None:
        """Two outer nodes meet: the circle through the last node that is above both becomes a blossom."""
        left, left_edges = self._path(self._blossoms.top[one])
        right, right_edges = self._path(self._blossoms.top[two])
        above = set(left)
        meeting = next(node for node in right if node in above)
        down = left.index(meeting)
        up = right.index(meeting)
        parts = left[: down + 1][::-1] + right[:up]
        turned: list[Edge] = [(there, here) for here, there in reversed(left_edges[:down])]
        edges = [*turned, (one, two), *right_edges[:up]]
        new = [vertex for part in parts if self._label[part] == INNER for vertex in self._blossoms.vertices[part]]
        for part in parts:
            self._enclose(part)
        blossom = self._blossoms.form(parts, edges)
        self._label[blossom] = OUTER
        self._width[blossom] = -2 * self._time
        self._look_from(new)

    def _enclose(self, part: int) -> None:
        """A node of the tree becomes a part of an outer blossom."""
        inner = self._label.pop(part) == INNER
        if part in self._width and not inner:
            self._width[part] += 2 * self._time
        elif part in self._width:
            self._width[part] -= 2 * self._time
        if inner:
            for vertex in self._blossoms.vertices[part]:
                self._dual[vertex] += 2 * self._time

    def _augment(self, one: int, two: int) -> None:
        """Matches along the way from the root, over an edge to a free node."""
        self._blossoms.rebase(self._blossoms.top[two], two)
        outer = one
        partner = two
        while True:
            node = self._blossoms.top[outer]
            mate = self._blossoms.mate[self._blossoms.base[node]]
            self._blossoms.rebase(node, outer)
            self._blossoms.match(outer, partner)
            if mate == FREE:
                return
            inner = self._blossoms.top[mate]
            above, reached = self._entry[inner]
            self._blossoms.rebase(inner, reached)
            outer = above
            partner = reached

    def _settle(self) -> None:
        """Lets the duals be what they are now, and takes blossoms without width apart."""
        for node, label in self._label.items():
            sign = 1 if label == OUTER else -1
            for vertex in self._blossoms.vertices[node]:
                self._dual[vertex] -= sign * self._time
            if node in self._width:
                self._width[node] += sign * 2 * self._time
        waiting = [blossom for blossom in self._blossoms.outermost() if not self._width[blossom]]
        while waiting:
            blossom = waiting.pop()
            del self._width[blossom]
            parts = self._blossoms.dissolve(blossom)
            waiting += [part for part in parts if part in self._width and not self._width[part]]
