"""Makes an opening book by drop-out expansion: always the most promising unexpanded position is next."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from damaci.batch import Positions
from damaci.engine import Engine
from damaci.rules.catalogue import ruleset as find_ruleset
from lab import files
from lab.errors import LabError
from lab.files import About
from lab.graph import DECIDED, Graph, Numbers
from lab.work import Workers

KIND = "book"
HASH_MEGABYTES = 4
"""Small, so that it is cleared quickly: each job begins with an empty table."""
JOB_POSITIONS = 64
SHARE = 40
"""A round expands one position for every SHARE positions that are already expanded."""
LEAST = 8
"""A round expands at least this number of positions."""
OVER_LOST = -20_000
"""The value of a position whose side to move has already lost."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """A job: positions to search. Equal jobs give equal values on every machine."""

    number: int
    ruleset: str
    boards: NDArray[np.uint64]
    """[n, 4], with White to move in all of them."""
    nodes: int


def search_leaves(job: Leaves) -> tuple[int, list[int]]:
    """The job's number, and the value of each position in centimen, for its side to move."""
    engine = Engine(HASH_MEGABYTES)
    positions = Positions(job.boards, np.ones(len(job.boards), np.bool_), job.ruleset)
    results = positions.results()
    values = []
    for position, over, winner in zip(positions, results.over, results.winner, strict=True):
        if over:
            values.append(OVER_LOST * int(winner != 0))
        else:
            values.append(engine.analyse(position, nodes=job.nodes).score.centimen)
    return job.number, values


@dataclass(frozen=True, slots=True)
class Plan:
    """How a book is made. Equal plans make equal books, however many workers there are."""

    ruleset: str
    nodes: int
    """Nodes searched for each position."""
    step: int
    """Centimen: going one ply deeper counts like a move that is worse than the best by this amount."""

    def about(self) -> About:
        """As JSON: a run with other settings does not continue this one."""
        return {"ruleset": find_ruleset(self.ruleset).name, "nodes": self.nodes, "step": self.step}


class Expansion:
    """A book that is being made."""

    def __init__(self, plan: Plan, graph: Graph) -> None:
        self._plan = plan
        self.graph = graph
        self._wanted = 0
        """The number of jobs of the running round; 0 between rounds."""
        self._found: dict[int, list[int]] = {}

    def grow(self, positions: int, workers: Workers) -> Iterator[int]:
        """Expands round by round until the graph has `positions` positions or no leaf is left to expand. Yields the
        number of positions after each round."""
        with closing(workers.run(search_leaves, self._jobs(positions))) as results:
            for number, values in results:
                self._found[number] = values
                if len(self._found) == self._wanted:
                    self._end_round()
                    yield len(self.graph)

    def _jobs(self, positions: int) -> Iterator[Leaves | None]:
        """Yields the jobs of one round after another, and None while results of a round are missing."""
        while len(self.graph) < positions and len(chosen := self.choose()):
            new = self.graph.expand(chosen)
            starts = range(0, len(new), JOB_POSITIONS)
            self._wanted = len(starts)
            for number, at in enumerate(starts):
                yield Leaves(number, self._plan.ruleset, new.boards[at : at + JOB_POSITIONS], self._plan.nodes)
            while self._wanted:
                yield None

    def _end_round(self) -> None:
        self.graph.add_values([value for number in range(self._wanted) for value in self._found[number]])
        self._found = {}
        self._wanted = 0

    def choose(self) -> Numbers:
        """The leaves that are expanded next: the nearest to the start. The distance of a leaf is the sum of the losses
        of the moves that lead to it, plus the step for each ply."""
        graph = self.graph
        moves = graph.moves()
        values = graph.values(moves)
        lengths = np.minimum(graph.losses(moves, values), DECIDED) + self._plan.step
        distances = graph.distances(moves, lengths.astype(np.int32))
        distances[graph.expanded] = np.iinfo(np.int64).max
        distances[np.abs(np.array(graph.leaf_values)) > DECIDED] = np.iinfo(np.int64).max
        nearest = np.argsort(distances, kind="stable")[: max(LEAST, len(graph.expanded) // SHARE)]
        return nearest[distances[nearest] < np.iinfo(np.int64).max]


def save(path: Path, plan: Plan, graph: Graph) -> None:
    """Writes the order of expansion and the values, from which the graph can be made again. Raises OSError."""
    order = np.array(graph.expanded, np.int32)
    values = np.array(graph.leaf_values, np.int32)
    about = {"kind": KIND, "expanded": len(order)} | plan.about()
    files.write_array(path, about, np.concatenate([order, values]))


def read_plan(path: Path) -> Plan:
    """The plan of a file. Raises LabError if it is not a book."""
    about = files.read_about(path, KIND)
    return Plan(about["ruleset"], about["nodes"], about["step"])


def load(path: Path, plan: Plan) -> Graph:
    """The graph of a file, or a graph of the start alone if there is no file. Raises LabError if the file was made by
    another plan."""
    graph = Graph(plan.ruleset)
    if not path.exists():
        return graph
    about, array = files.read_array(path, KIND, np.dtype(np.int32))
    for name, wanted in plan.about().items():
        if about.get(name) != wanted:
            raise LabError(f"{path}: made with {name} {about.get(name)}, not {wanted}: choose another file")
    order = array[: about["expanded"]].astype(np.intp)
    graph.restore(order, array[about["expanded"] :].tolist())
    return graph
