"""Makes tables part by part, for materials that are too large to be in memory as a whole.

Each part is kept in a file until the table is put together from all parts, so interrupted work goes on where it was.
"""

import mmap
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from damaci import _kernel
from damaci.arguments import expect_kind, expect_threads
from damaci.errors import TablebaseError
from damaci.tablebase import file
from damaci.tablebase.build import Made, Plan, expect_no_mistakes, keep, needs, sides
from damaci.tablebase.material import Material
from damaci.tablebase.part import Part, parts
from damaci.tablebase.terms import Terms


@dataclass(frozen=True, slots=True)
class BuildStep:
    """One step of building: a part of tables, or whole tables, that have been made and written for both sides."""

    made: Part | Material
    outcomes: int
    """The number of outcomes that were not known before."""


class PartFiles:
    """The files in which the parts of a material are kept until its tables are made."""

    def __init__(self, folder: Path, terms: Terms, pair: Material) -> None:
        self.folder = folder / terms.folder / f"{pair}.parts"

    def path(self, part: Part) -> Path:
        """The file of one side of a part."""
        return self.folder / f"{part}.part"

    def has(self, part: Part) -> bool:
        """Whether the files of both sides exist."""
        return all(self.path(side).exists() for side in (part, part.flipped))

    def has_ahead(self, part: Part) -> bool:
        """Whether the files exist for all parts to which a step forward of either side leads."""
        return all(self.has(after) for after in ahead_of(part))

    def write(self, part: Part, packed: bytes) -> None:
        """Writes a part, whole or not at all. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file.write_whole(self.path(part), [packed])

    def read(self, part: Part) -> memoryview:
        """The content of a part's file, mapped into memory. Raises OSError, and TablebaseError for an empty file."""
        path = self.path(part)
        with path.open("rb") as opened:
            if not path.stat().st_size:
                raise TablebaseError(f"{path} is empty: delete it, and the part is made again")
            return memoryview(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ))

    def remove(self) -> None:
        """Removes all the files."""
        shutil.rmtree(self.folder, ignore_errors=True)


# ---- what it costs ---------------------------------------------------------------------------------------------------


def memory_by_parts(plan: Plan) -> int:
    """The most bytes in memory while tables are made part by part, without files that are mapped."""
    return max(memory_of_pair(pair, plan.terms) for pair in plan.pairs)


@cache
def memory_of_pair(pair: Material, terms: Terms) -> int:
    """The same for the tables of one material and its other side."""
    smaller = sum(_kernel.Solver.size(terms.ruleset, each.counts) for each in needs(pair) if each.pieces < pair.pieces)
    return smaller + max(memory_of_part(part, terms) for part in parts(pair, terms.ruleset))


def memory_of_part(part: Part, terms: Terms) -> int:
    """Bytes in memory for a part: the outcomes of both sides, as many counts of moves, and the parts ahead."""
    return 2 * outcomes_of(part, terms) + sum(_size(each, terms) for each in ahead_of(part))


def outcomes_of(part: Part, terms: Terms) -> int:
    """The number of outcomes of both sides of a part, without mirror images."""
    return sum(_size(side, terms) for side in {part, part.flipped})


def ahead_of(part: Part) -> set[Part]:
    """The parts to which a step forward of either side leads."""
    return part.ahead | part.flipped.ahead


def _size(part: Part, terms: Terms) -> int:
    return _kernel.PartSolver.size(terms.ruleset, part.key)


# ---- making them -----------------------------------------------------------------------------------------------------


def build_by_parts(folder: Path, plan: Plan, threads: int = 1) -> Iterator[BuildStep]:
    """Like `damaci.tablebase.build`, with identical files; yields each part that is made, and each pair of tables.

    Raises the same errors.
    """
    terms = expect_kind("plan", plan, Plan).terms
    for pair in plan.missing(folder):
        files = PartFiles(folder, terms, pair)
        solver = prepared(folder, terms, pair, expect_threads(threads))
        for part in parts(pair, terms.ruleset):
            if not files.has(part):
                solve_part(solver, files, part)
            yield BuildStep(part, outcomes_of(part, terms))
        yield finish(folder, files, terms, pair)


def prepared(folder: Path, terms: Terms, pair: Material, threads: int) -> _kernel.PartSolver:
    """A solver with all tables that a pair needs. Raises TablebaseError, OSError."""
    solver = _kernel.PartSolver(terms.ruleset, terms.one_each.value, terms.kings_only_moves, threads)
    for material in sorted(needs(pair), key=lambda each: each.pieces):
        is_smaller = material.pieces < pair.pieces
        outcomes = file.read(file.path(folder, terms, material), terms, material, whole=is_smaller).outcomes
        take = solver.load if is_smaller else solver.add
        take(material.counts, outcomes)
    return solver


def solve_part(solver: _kernel.PartSolver, files: PartFiles, part: Part) -> None:
    """Solves a part, checks it and writes it; the parts ahead have to be there. Raises TablebaseError, OSError."""
    for after in ahead_of(part):
        load_part(solver, files, after)
    solver.solve(part.key)
    expect_no_mistakes(part, solver.mistakes(part.key))
    for side in {part, part.flipped}:
        files.write(side, solver.packed(side.key))
    solver.drop_parts()


def load_part(solver: _kernel.PartSolver, files: PartFiles, part: Part) -> None:
    """Loads a part from its files. Raises TablebaseError, which names the file, and OSError."""
    try:
        solver.load_part(part.key, files.read(part))
    except ValueError:
        raise TablebaseError(f"{files.path(part)} is damaged: delete it, and the part is made again") from None


def finish(folder: Path, files: PartFiles, terms: Terms, pair: Material) -> BuildStep:
    """Puts the tables of a pair together from the files of all their parts, and removes these files. Raises
    TablebaseError, OSError."""
    keep(folder, terms, assemble(files, terms, pair))
    files.remove()
    return BuildStep(pair, 0)


def assemble(files: PartFiles, terms: Terms, pair: Material) -> dict[Material, Made]:
    """The tables of both sides of a pair, from their parts. Raises TablebaseError, OSError."""
    every = {side for part in parts(pair, terms.ruleset) for side in (part, part.flipped)}
    made = {}
    for material in sides(pair):
        given = [(each.own, each.enemy, files.read(each)) for each in every if each.material == material]
        packed, counts = _kernel.assemble(terms.ruleset, material.counts, given)
        made[material] = Made(counts, packed)
    return made
