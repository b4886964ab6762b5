"""A puzzle: a position, its solution, and its rating."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from damaci.board.position import Position
from damaci.puzzles.themes import Theme


class Goal(StrEnum):
    """The goal of the solver."""

    WIN = "win"
    DRAW = "draw"


@dataclass(frozen=True)
class Puzzle:
    """A position in which the solver has only one good move each time, until the rest is easy."""

    id: str
    ruleset: str
    before: str
    """FEN of the position before the opponent's last move."""
    last: str
    """The opponent's last move."""
    moves: tuple[str, ...]
    """The solver's move, the reply, and so on; the last one is the solver's. Each of the solver's moves is
    the only one that attains the goal; each reply is the longest defence."""
    tail: tuple[str, ...]
    """The moves after the solution, as long as pieces are captured."""
    goal: Goal
    rating: int
    """The first rating, before anybody has tried the puzzle: from what the levels and the search need to solve it."""
    depth: int
    """The depth in plies that the search needs."""
    nodes: int
    """The number of positions that the search examines."""
    themes: tuple[Theme, ...]
    source: str
    """The game in which it was found."""

    @cached_property
    def position(self) -> Position:
        """The position that the solver has to solve."""
        return Position.from_fen(self.before, self.ruleset).play(self.last)

    @property
    def fen(self) -> str:
        """The position that the solver has to solve, as FEN."""
        return self.position.fen

    @property
    def choices(self) -> int:
        """How many moves the solver plays, including forced moves."""
        return (len(self.moves) + 1) // 2
