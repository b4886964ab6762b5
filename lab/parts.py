"""Builds endgame tables in parallel, part by part. A job solves one part for both sides, as soon as the parts that it
needs exist.

Tables and parts are read and written in one folder, which all workers have to share.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

from damaci import _kernel
from damaci.tablebase import Material, Plan, Terms
from damaci.tablebase.by_parts import BuildStep, PartFiles, finish, outcomes_of, prepared, solve_part
from damaci.tablebase.part import Part, parts
from lab.work import Workers


@dataclass(frozen=True, slots=True)
class PartJob:
    """A job. `pair` is the material whose tables the part belongs to, as the plan names it."""

    folder: Path
    terms: Terms
    pair: Material
    part: Part


def solve_job(job: PartJob) -> Part:
    """Solves the part and writes both of its sides. Raises TablebaseError, OSError."""
    solve_part(_solver(job.folder, job.terms, job.pair), PartFiles(job.folder, job.terms, job.pair), job.part)
    return job.part


@lru_cache(maxsize=1)
def _solver(folder: Path, terms: Terms, pair: Material) -> _kernel.PartSolver:
    """The solver of a material. It is cached, because a worker solves many parts of the same material."""
    return prepared(folder, terms, pair, 1)


def build_parts_side_by_side(folder: Path, plan: Plan, workers: Workers) -> Iterator[BuildStep]:
    """Builds the same files as damaci.tablebase.build_by_parts, but solves independent parts at the same time.

    Raises what that function raises, and LabError like Workers.run.
    """
    for pair in plan.missing(folder):
        files = PartFiles(folder, plan.terms, pair)
        there = [part for part in parts(pair, plan.terms.ruleset) if files.has(part)]
        with closing(workers.run(solve_job, _jobs(folder, plan.terms, pair))) as solved:
            for part in chain(there, solved):
                yield BuildStep(part, outcomes_of(part, plan.terms))
        yield finish(folder, files, plan.terms, pair)


def _jobs(folder: Path, terms: Terms, pair: Material) -> Iterator[PartJob | None]:
    """Yields the jobs, and None while no part is ready."""
    files = PartFiles(folder, terms, pair)
    waiting = [part for part in parts(pair, terms.ruleset) if not files.has(part)]
    while waiting:
        ready = next((part for part in waiting if files.has_ahead(part)), None)
        if ready:
            waiting.remove(ready)
            yield PartJob(folder, terms, pair, ready)
        else:
            yield None
