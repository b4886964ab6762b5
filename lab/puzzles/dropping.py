"""Takes puzzles out of a collection that was made before, and corrects its card."""

import re
from collections.abc import Collection as Names
from dataclasses import dataclass

from damaci.puzzles.puzzle import Puzzle
from lab.errors import LabError
from lab.puzzles.card import counted, pack

OUT = "taken out since, because a longer search found another good move or no win"
KEPT = "in the collection"


@dataclass(frozen=True, slots=True)
class Dropping:
    """A collection, and the puzzles that are taken out of it."""

    puzzles: tuple[Puzzle, ...]
    names: Names[str]
    """The ids of the puzzles that are taken out."""

    @property
    def kept(self) -> tuple[Puzzle, ...]:
        """The puzzles that stay."""
        return tuple(each for each in self.puzzles if each.id not in self.names)

    def packed(self) -> bytes:
        """The file without the puzzles that are taken out."""
        return pack(self.kept)

    def card(self, before: str) -> str:
        """The card with the numbers of the puzzles that stay. `before` is the old card. Raises LabError if it does not
        have exactly one row for each number."""
        text = before
        already = re.search(rf"^\| {OUT} \| ([\d,]+) \|\n", before, re.MULTILINE)
        out = len(self.puzzles) - len(self.kept)
        if already:
            out += int(already[1].replace(",", ""))
            text = text.replace(already[0], "")
        for title, number in counted(self.kept).items():
            text, places = re.subn(rf"^\| {re.escape(title)} \| .* \|$", f"| {title} | {number} |", text, flags=re.M)
            if places != 1:
                raise LabError(f"the card has {places} rows {title!r}, expected one")
        if not out:
            return text
        return text.replace(f"| {KEPT} |", f"| {OUT} | {out:,} |\n| {KEPT} |", 1)
