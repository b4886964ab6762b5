"""A puzzle."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from damaci.board.position import Position
from damaci.puzzles.themes import Theme


class Goal(StrEnum):
    """What the solver has to attain."""

    WIN = "win"
    DRAW = "draw"


@dataclass(frozen=True)
class Puzzle:
    """A position in which the solver has one good move, and then another, until what is left finds itself."""

    id: str
    ruleset: str
    before: str
    """FEN of the position before the opponent's last move."""
    last: str
    """The opponent's last move."""
    moves: tuple[str, ...]
    """The solver's move, the reply, and so on; the last one is the solver's. Each of the solver's alone attains the
    goal; each reply holds out longest."""
    tail: tuple[str, ...]
    """How it goes on from there, as far as pieces are taken."""
    goal: Goal
    rating: int
    """The first one, before anybody has tried it: from what the levels and the search need to solve it."""
    depth: int
    """Plies that the search has to look ahead."""
    nodes: int
    """Positions that it looks at."""
    themes: tuple[Theme, ...]
    source: str
    """The game in which it was found."""

    @cached_property
    def position(self) -> Position:
        """The position that the solver has to solve."""
        return Position.from_fen(self.before, self.ruleset).play(self.last)

    @property
    def fen(self) -> str:
        """The same as FEN."""
        return self.position.fen

    @property
    def choices(self) -> int:
        """How many moves the solver plays, forced ones too."""
        return (len(self.moves) + 1) // 2
