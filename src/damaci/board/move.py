"""A move."""

from dataclasses import dataclass, field
from typing import Literal

from damaci.arguments import bad
from damaci.board.square import Square


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move. Two moves with the same origin, target and captured pieces are equal, even if their paths differ.

    >>> str(Move(Square.D3, Square.D4)), str(Move(Square.D3, Square.D5, (Square.D4,)))
    ('d3-d4', 'd3xd5')
    """

    origin: Square
    target: Square
    captured: tuple[Square, ...] = ()
    """Ascending."""
    path: tuple[Square, ...] = field(default=(), compare=False)
    """One legal way to play the move, from origin to target. If it is left out, it is the straight way, or unknown when
    several pieces are captured."""
    jumps: tuple[Square, ...] = field(default=(), compare=False)
    """The captured squares in the order along the path."""

    def __post_init__(self) -> None:
        """Raises BadArgument for what is not a square."""
        if not (
            isinstance(self.origin, Square) and isinstance(self.target, Square) and isinstance(self.captured, tuple)
        ):
            raise bad("a move", (self.origin, self.target, self.captured), "a Square, a Square and a tuple of Squares")
        if not self.path and len(self.captured) <= 1:
            object.__setattr__(self, "path", (self.origin, self.target))
            object.__setattr__(self, "jumps", self.captured)

    @property
    def is_capture(self) -> bool:
        """Whether the move captures anything."""
        return bool(self.captured)

    @property
    def sign(self) -> Literal["x", "-"]:
        """The sign that is written between its squares: an x for a capture, otherwise a hyphen."""
        if self.captured:
            return "x"
        return "-"

    def __str__(self) -> str:
        """The move with its whole path, as far as it is known."""
        return self.sign.join(map(str, self.path or (self.origin, self.target)))
