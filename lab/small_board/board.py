"""A small board and the men with which a game on it begins."""

import re
from dataclasses import dataclass

from lab.errors import LabError

MOST_SQUARES = 24


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board with these numbers of files and ranks."""

    files: int
    ranks: int

    @classmethod
    def parse(cls, text: str) -> "SmallBoard":
        """The board of a text such as `4x6`: files and ranks. Raises LabError."""
        found = re.fullmatch(r"([2-8])x([2-8])", text)
        if not found or int(found[1]) * int(found[2]) > MOST_SQUARES:
            raise LabError(f"{text}: expected files and ranks, such as 4x6, with {MOST_SQUARES} squares at most")
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.files}x{self.ranks}"

    def square(self, name: str) -> int:
        """The number of a square: 0 is a1, 1 is b1. Raises LabError."""
        if re.fullmatch(r"[a-h][1-8]", name):
            file = ord(name[0]) - ord("a")
            rank = int(name[1]) - 1
            if file < self.files and rank < self.ranks:
                return rank * self.files + file
        raise LabError(f"{name}: expected a square of the board {self}")

    def start(self, names: str) -> int:
        """White's men at the start as a set of squares: bit 0 is a1. Raises LabError, also if one of them would be on
        the last rank, or on the square of a man of Black, who has them on the same files."""
        squares = {self.square(name) for name in names.split(",")}
        black = {self.flipped(square) for square in squares}
        last = range((self.ranks - 1) * self.files, self.ranks * self.files)
        if squares & (black | set(last)):
            raise LabError(f"{names}: expected squares of White's half of the board {self}")
        return sum(1 << square for square in squares)

    def flipped(self, square: int) -> int:
        """The square as Black sees it."""
        return (self.ranks - 1 - square // self.files) * self.files + square % self.files

    def usual_start(self) -> str:
        """The names of the squares on which White's men stand by default: the second rank if two ranks then remain
        free between the sides, otherwise the first."""
        rank = 2 if self.ranks >= 6 else 1
        return ",".join(f"{file}{rank}" for file in "abcdefgh"[: self.files])
