"""Makes tables in the order in which they need each other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from damaci import _kernel
from damaci.arguments import expect_kind, expect_path, expect_threads, expect_whole
from damaci.errors import TablebaseError
from damaci.tablebase import file
from damaci.tablebase.material import LARGEST, Material, pairs, pairs_for
from damaci.tablebase.terms import Terms


@dataclass(frozen=True, slots=True)
class Made:
    """A table that has not been written yet."""

    counts: _kernel.Counts
    packed: bytes


class Plan:
    """The tables that have to be made, in order, and their cost.

    >>> plan = Plan.up_to(3, Terms.of("turkish"))
    >>> len(plan.pairs), plan.positions, plan.memory
    (9, 677120, 441000)
    """

    def __init__(self, name: str, pairs: list[Material], terms: Terms) -> None:
        """`name`: a description of the tables, for messages. `pairs`: each stands for its two sides, and comes after
        the materials that it can turn into. Raises BadArgument."""
        expect_kind("terms", terms, Terms)
        self.name = name
        self.pairs = pairs
        self.terms = terms

    @classmethod
    def up_to(cls, pieces: int, terms: Terms) -> Self:
        """All tables of up to `pieces` pieces. Raises BadArgument for a number out of range."""
        expect_whole("pieces", pieces, 2, LARGEST)
        every = [pair for count in range(2, pieces + 1) for pair in pairs(count)]
        return cls(f"up to {pieces} pieces", every, terms)

    @classmethod
    def of(cls, material: Material, terms: Terms) -> Self:
        """One table, and the tables that it needs."""
        expect_kind("material", material, Material)
        return cls(f"{material} and what it can turn into", pairs_for(material), terms)

    @property
    def positions(self) -> int:
        """The number of outcomes in all tables, without mirror images."""
        return sum(map(self.cost, self.pairs))

    @property
    def disk(self) -> int:
        """The most bytes that the tables may take on disk; in measurements they took 0.16 to 0.4 of this."""
        return self.positions

    def cost(self, pair: Material) -> int:
        """The number of outcomes in the tables of a pair."""
        return sum(map(self.size, sides(pair)))

    @property
    def memory(self) -> int:
        """Bytes in memory while the largest tables are made."""
        return max(map(self.memory_of, self.pairs))

    def memory_of(self, pair: Material) -> int:
        """Bytes in memory while these tables are made: their outcomes, as many counts of moves, and the tables they
        need."""
        return sum(map(self.size, needs(pair) | sides(pair))) + self.cost(pair)

    def size(self, material: Material) -> int:
        """Bytes in memory of one table."""
        return _kernel.Solver.size(self.terms.ruleset, expect_kind("material", material, Material).counts)

    def missing(self, folder: Path) -> list[Material]:
        """Pairs with a file that is missing or was made by an earlier version. Raises OSError, BadArgument."""
        where = expect_path("folder", folder)
        return [
            pair
            for pair in self.pairs
            if any(file.is_missing(file.path(where, self.terms, side)) for side in sides(pair))
        ]


def sides(pair: Material) -> set[Material]:
    """A material, and the same seen from the other side; the two are solved together."""
    return {expect_kind("material", pair, Material), pair.flipped}


def needs(pair: Material) -> set[Material]:
    """The tables that must exist before this pair is solved, and those that its captures lead to."""
    found = set[Material]()
    new = {after for side in sides(pair) for after in side.successors}
    while new:
        found |= new
        new = {after for material in new for after in material.successors if after.pieces < material.pieces} - found
    return found - sides(pair)


def build(folder: Path | str, plan: Plan, threads: int = 1) -> Iterator[Material]:
    """Makes the missing tables, and yields each pair after its tables. Finished tables are kept after an interruption.

    A second pass derives every outcome again from the moves; tables with a mistake are not written.
    Raises TablebaseError for a damaged file that is needed, and OSError.
    """
    terms = expect_kind("plan", plan, Plan).terms
    folder = expect_path("folder", folder)
    solver = terms.solver(expect_threads(threads))
    loaded = set[Material]()
    for pair in plan.missing(folder):
        needed = needs(pair)
        for material in loaded - needed:
            solver.drop(material.counts)
        for material in sorted(needed - loaded, key=lambda each: each.pieces):
            where = file.path(folder, terms, material)
            solver.load(material.counts, file.read(where, terms, material, whole=True).outcomes)
        keep(folder, terms, solve(solver, pair))
        loaded = needed | sides(pair)
        yield pair


def solve(solver: _kernel.Solver, pair: Material) -> dict[Material, Made]:
    """The tables of both sides; the tables that they need have to be loaded. Raises TablebaseError when the second pass
    finds mistakes."""
    solver.solve(pair.counts)
    expect_no_mistakes(pair, solver.mistakes(pair.counts))
    return {side: Made(solver.counts(side.counts), solver.packed(side.counts)) for side in sides(pair)}


def expect_no_mistakes(what: object, mistakes: int) -> None:
    """Raises TablebaseError when the second pass has found mistakes."""
    if mistakes:
        raise TablebaseError(
            f"{what}: {mistakes} outcomes do not follow from the moves; nothing was written. Please report this"
        )


def keep(folder: Path, terms: Terms, tables: Mapping[Material, Made]) -> None:
    """Writes the tables. Raises OSError."""
    for side, made in tables.items():
        file.write(file.path(folder, terms, side), terms, side, made.counts, made.packed)
