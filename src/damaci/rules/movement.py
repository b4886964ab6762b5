"""How the pieces of one ruleset move, read from the kernel, which defines it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from damaci import _kernel
from damaci.arguments import expect_kind, shown
from damaci.errors import UnknownRuleset
from damaci.sentence import Sentence

Step = tuple[int, int]
"""A step of one square: files towards h, ranks towards 8."""

STEPS: dict[str, Step] = {
    "forward": (0, 1),
    "forward-right": (1, 1),
    "right": (1, 0),
    "backward-right": (1, -1),
    "backward": (0, -1),
    "backward-left": (-1, -1),
    "left": (-1, 0),
    "forward-left": (-1, 1),
}
"""Every direction by name, for White. Black sees the board from the other side."""


def unknown_ruleset(name: object) -> UnknownRuleset:
    """The error for a name that no ruleset has. It lists the known names."""
    values = {"name": shown(name), "known": ", ".join(_kernel.rulesets())}
    return UnknownRuleset(Sentence("no ruleset named {name}: expected one of {known}", values))


@dataclass(frozen=True, slots=True)
class Movement:
    """The movement of one ruleset, read from the kernel. Squares are 0 (a1) to 63 (h8)."""

    name: str
    dark_squares_only: bool
    men_ranks: tuple[int, ...]
    """Ranks (1-8, seen from the owner) that the owner's men fill at the start."""
    man_moves: tuple[str, ...]
    """Names of directions, seen from the owner: keys of STEPS."""
    man_captures: tuple[str, ...]
    king_moves: tuple[str, ...]
    king_captures: tuple[str, ...]
    king_landing: Literal["any-behind", "right-behind"]
    removal: Literal["at-once", "after-move"]
    choice: Literal["maximum", "any"]
    priority: Literal["none", "king-first", "king-among-equals"]

    @classmethod
    def of(cls, ruleset: str) -> "Movement":
        """The movement that the kernel was built with. Raises UnknownRuleset for a name that it does not know;
        BadArgument."""
        name = expect_kind("ruleset", ruleset, str)
        try:
            return cls(**_kernel.movement(name))
        except ValueError:
            raise unknown_ruleset(name) from None

    def steps(self, *, white: bool, king: bool, capturing: bool) -> Iterator[Step]:
        """The steps of a piece in board coordinates."""
        moves, captures = (self.king_moves, self.king_captures) if king else (self.man_moves, self.man_captures)
        names = captures if capturing else moves
        side = 1 if white else -1
        return ((STEPS[name][0] * side, STEPS[name][1] * side) for name in names)

    def playable(self, square: int) -> bool:
        """Whether pieces stand on this square at all."""
        return not self.dark_squares_only or (square // 8 + square % 8) % 2 == 0

    def start(self, *, white: bool) -> Iterator[int]:
        """The squares that one side's men fill at the start."""
        for rank in self.men_ranks:
            row = rank - 1 if white else 8 - rank
            yield from (square for square in range(row * 8, row * 8 + 8) if self.playable(square))


def last_rank(square: int, *, white: bool) -> bool:
    """Whether a man of this side becomes a king on this square."""
    return square // 8 == (7 if white else 0)
