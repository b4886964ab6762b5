"""Builds endgame tables in parallel. A job solves one material for both sides, as soon as the tables that it needs
exist."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from damaci.tablebase import Material, Plan, Terms, file
from damaci.tablebase.build import Made, keep, needs, sides, solve
from damaci.tablebase.by_parts import BuildStep
from lab.work import Workers


@dataclass(frozen=True, slots=True)
class Pair:
    """A job. It contains the packed tables that it needs, because it may run on a machine with another disk."""

    terms: Terms
    material: Material
    needed: dict[Material, bytes]


def solve_pair(pair: Pair) -> tuple[Material, dict[Material, Made]]:
    """The material, and the tables for both sides. Raises TablebaseError."""
    solver = pair.terms.solver(1)
    for material in sorted(pair.needed, key=lambda each: each.pieces):
        solver.load(material.counts, pair.needed[material])
    return pair.material, solve(solver, pair.material)


def memory_of_job(plan: Plan) -> int:
    """Memory of the largest job in bytes: its tables, and the packed form of the tables that it gets and returns."""
    return 2 * plan.memory


def build_side_by_side(folder: Path, plan: Plan, workers: Workers) -> Iterator[BuildStep]:
    """Builds the same files as damaci.tablebase.build, but builds independent tables at the same time.

    Raises what that function raises, and LabError like Workers.run.
    """
    waiting = plan.missing(folder)
    open_sides = set[Material]()
    for pair in waiting:
        open_sides |= sides(pair)

    def jobs() -> Iterator[Pair | None]:
        while waiting:
            ready = next((pair for pair in waiting if not needs(pair) & open_sides), None)
            if ready:
                waiting.remove(ready)
            yield Pair(plan.terms, ready, _packed(folder, plan.terms, ready)) if ready else None

    with closing(workers.run(solve_pair, jobs())) as results:
        for material, made in results:
            keep(folder, plan.terms, made)
            open_sides -= sides(material)
            yield BuildStep(material, plan.cost(material))


def _packed(folder: Path, terms: Terms, pair: Material) -> dict[Material, bytes]:
    return {
        material: bytes(file.read(file.path(folder, terms, material), terms, material).outcomes)
        for material in needs(pair)
    }
