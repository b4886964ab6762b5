"""All positions of one material with their results by the endgame tables, as a data set."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path

import numpy as np

from damaci.batch import Positions
from damaci.cli.tablebase import RESULTS
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.movement import last_rank
from damaci.rules.ruleset import Ruleset
from damaci.tablebase import Material, Plan, Tables, Terms
from lab.datasets.csv_file import Row
from lab.datasets.dataset import Dataset
from lab.errors import LabError

AT_ONCE = 8_192
"""Positions whose FENs are written at once."""
COLUMNS = {
    "fen": "the position; White, with the pieces that are named first, is to move",
    "category": "`win`, `draw` or `loss` for the side to move, when both sides play their best",
    "plies": "until the win or loss is there; empty for a draw",
}


@dataclass(frozen=True, slots=True)
class MaterialTable:
    """A material, and the tables that its positions are looked up in."""

    material: Material
    tables: Tables

    @classmethod
    def open(cls, material: Material, folder: Path, terms: Terms) -> "MaterialTable":
        """Opens the tables in a folder. Raises LabError if a table is missing, and TablebaseError if one is damaged."""
        if missing := Plan.of(material, terms).missing(folder):
            raise LabError(
                f"{folder}: no table of {', '.join(map(str, missing))} in {terms.folder}: "
                f"damaci tablebase build --material {material} --dir {folder} makes it"
            )
        return cls(material, Tables(folder, terms, whole=True))

    def __len__(self) -> int:
        """The number of positions."""
        return self.tables.materials[self.material]["positions"]

    def rows(self) -> Iterator[Row]:
        """Every position, always in the same order."""
        ruleset = find_ruleset(self.tables.terms.ruleset)
        boards = all_boards(self.material, ruleset)
        while some := list(islice(boards, AT_ONCE)):
            positions = Positions(np.array(some, np.uint64), np.ones(len(some), np.bool_), ruleset)
            for position, fen in zip(positions, positions.to_fens(), strict=True):
                found = self.tables.probe(position)
                assert found is not None, "all tables are there"
                yield fen, RESULTS[found.result], found.plies

    def dataset(self, name: str) -> Dataset:
        """The data set for a file of that name."""
        terms = self.tables.terms
        counts = self.tables.materials[self.material]
        options = f"--ruleset {terms.ruleset} --one-each {terms.one_each}"
        facts = {
            "ruleset": f"`{terms.ruleset}`, one piece each: `{terms.one_each}`",
            "material": f"`{self.material}`: kings (K) and men (M) of the side to move, then of the other",
            **{word: f"{counts[word]:,}" for word in ("win", "draw", "loss")},
            "longest win": f"{counts['longest_win']} plies",
            "not in the tables": "repetition, and the counting of moves without progress",
        }
        again = (
            f"damaci tablebase build --material {self.material} {options} --dir tables\n"
            f"python -m lab dataset table {self.material} {options} --tables tables --out {name}"
        )
        return Dataset(f"All positions of {self.material}, `{terms.ruleset}`", facts, COLUMNS, again)


def all_boards(material: Material, ruleset: Ruleset) -> Iterator[tuple[int, ...]]:
    """Every board of a material: White's men and kings, then Black's, as sets of squares. White has the pieces that the
    material names first."""
    playable = [square for square in range(64) if ruleset.movement.playable(square)]
    squares = (men_squares(ruleset, white=True), playable, men_squares(ruleset, white=False), playable)
    return _boards(list(zip(squares, material.counts, strict=True)), 0)


def men_squares(ruleset: Ruleset, *, white: bool) -> list[int]:
    """The squares on which one side's men can stand: from the first rank that they fill at the start to the rank before
    their last."""
    movement = ruleset.movement
    return [
        square
        for square in range(64)
        if movement.playable(square)
        and _rank(square, white=white) >= min(movement.men_ranks)
        and not last_rank(square, white=white)
    ]


def _rank(square: int, *, white: bool) -> int:
    """The rank of a square, counted from 1 on that side."""
    return square // 8 + 1 if white else 8 - square // 8


def _boards(kinds: list[tuple[list[int], int]], taken: int) -> Iterator[tuple[int, ...]]:
    """Yields the sets of squares of each kind of piece, without the taken squares. A kind is given by the squares on
    which it can stand and the number of its pieces."""
    if not kinds:
        yield ()
        return
    [(squares, count), *others] = kinds
    for chosen in combinations([square for square in squares if not taken >> square & 1], count):
        here = sum(1 << square for square in chosen)
        for rest in _boards(others, taken | here):
            yield (here, *rest)
