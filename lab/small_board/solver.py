"""Compiles and runs `solver.cpp`, which solves a small board."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lab.errors import LabError
from lab.small_board.board import SmallBoard

SOURCE = Path(__file__).with_name("solver.cpp")
READINGS = ("at-once", "unless-capture", "never")
"""The readings of the rule for one piece each, as for endgame tables."""

Move = tuple[int, int, int]
"""The first square, the last square, and the set of captured squares."""


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of a board under one reading of the rule for one piece each."""

    start: str
    """The outcome of the start for White: `draw`, `win in 5` or `loss in 6` (plies)."""
    won: int
    drawn: int
    lost: int
    longest: int
    """Plies of the longest win."""
    wrong: int
    """Positions whose outcome does not follow from those after their moves: 0 unless the program is wrong."""
    line: str
    """Best moves of both sides. A line that draws ends where a position occurs again."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved board. Mirror images and exchanged colours count once."""

    positions: int
    """Positions that can be reached when one piece each is no draw."""
    moves: int
    seconds: float
    """Processor time."""
    results: dict[str, Result]


class Solver:
    """The compiled program, for one board."""

    def __init__(self, program: Path, board: SmallBoard) -> None:
        self._command = (str(program), str(board.files), str(board.ranks))

    def solve(self, men: int) -> Solved:
        """Solves the board from the start with White's men on these squares; Black's mirror them. Raises LabError."""
        told: dict[str, Any] = json.loads(self._run((str(men),)))
        results = {reading: Result(**told[reading]) for reading in READINGS}
        if any(result.wrong for result in results.values()):
            raise LabError(f"solver.cpp is wrong: outcomes do not follow from the moves: {told}")
        return Solved(told["positions"], told["moves"], told["seconds"], results)

    def moves(self, positions: Iterable[tuple[int, int, int]]) -> list[set[Move]]:
        """The moves of the side to move in positions: the sets of its own squares, of the enemy's and of kings."""
        text = "".join(f"{own} {enemy} {kings}\n" for own, enemy, kings in positions)
        return [{_move(word) for word in line.split()} for line in self._run((), text).splitlines()]

    def _run(self, arguments: tuple[str, ...], text: str = "") -> str:
        done = subprocess.run([*self._command, *arguments], input=text, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise LabError("the board was not solved: it may need more memory than there is")
        return done.stdout


def _move(word: str) -> Move:
    first, last, captured = word.split("-")
    return int(first), int(last), int(captured)


@contextmanager
def compiled(board: SmallBoard) -> Iterator[Solver]:
    """The program, compiled for this machine, until the end of the block. Raises LabError if there is no compiler or it
    cannot compile it."""
    compiler = os.environ.get("CXX") or next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)
    if compiler is None:
        raise LabError("lab small-board needs a C++ compiler: apt-get install g++, or xcode-select --install")
    with TemporaryDirectory() as folder:
        program = Path(folder, "solver")
        command = [compiler, "-std=c++20", "-O3", "-march=native", str(SOURCE), "-o", str(program)]
        if subprocess.run(command).returncode:
            raise LabError(f"{compiler} could not compile {SOURCE.name}")
        yield Solver(program, board)
