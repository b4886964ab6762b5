"""When a game is drawn without an agreement. Winning needs no setting: it is the same in every ruleset."""

from dataclasses import dataclass
from enum import StrEnum

from damaci.arguments import bad, expect_kind, expect_whole

MOST_MOVES = 9999


class OneEach(StrEnum):
    """The rule for positions in which both sides have one piece left, a man or a king."""

    NEVER = "never"
    """Nothing: the game goes on."""
    AT_ONCE = "at-once"
    """The game is drawn, even if the side to move could capture."""
    UNLESS_CAPTURE = "unless-capture"
    """The game is drawn unless the side to move can capture."""

    def __repr__(self) -> str:
        return f"OneEach.{self.name}"


@dataclass(frozen=True, slots=True)
class Endings:
    """The draw rules of a game. Zero (or `OneEach.NEVER`) switches a rule off.

    >>> from damaci.rules.catalogue import ruleset
    >>> ruleset("turkish").endings.one_each, ruleset("world").endings.no_progress_moves
    (OneEach.AT_ONCE, 25)
    """

    one_each: OneEach = OneEach.NEVER
    kings_only_moves: int = 0
    """Draw after so many moves of king against king without a capture, counted over both players."""
    repetitions: int = 0
    """Draw when a position with the same side to move occurs for this time."""
    no_progress_moves: int = 0
    """Draw when each side has made so many moves in a row with kings and without a capture."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a count that is negative, and for one repetition: every position occurs once."""
        expect_kind("one_each", self.one_each, OneEach)
        expect_whole("kings_only_moves", self.kings_only_moves, 0, MOST_MOVES)
        expect_whole("no_progress_moves", self.no_progress_moves, 0, MOST_MOVES)
        if expect_whole("repetitions", self.repetitions, 0, MOST_MOVES) == 1:
            raise bad("repetitions", 1, "0 for no such rule, or a whole number from 2 on")
