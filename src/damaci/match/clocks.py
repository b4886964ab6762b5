"""The clocks of both sides in a game of a match, and losses on time."""

import re
from dataclasses import dataclass
from typing import Self

from damaci.arguments import expect_kind, expect_number, shown
from damaci.board.color import Color
from damaci.engine.clock import Clock
from damaci.errors import DamaciError
from damaci.hub.errors import EngineSilent

LONGEST_SECONDS = 1e6
MARGIN = 0.05
"""Seconds that an answer may be late, so that the engine does not lose time for the way to its process and back."""

_NUMBER = r"(\d{1,7}(?:\.\d{1,6})?)"
_TEXT = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the whole game, and seconds added for each move. Written `10+0.1`."""

    seconds: float
    increment: float = 0.0
    margin: float = MARGIN

    def __post_init__(self) -> None:
        """Raises BadArgument for a time out of range."""
        expect_number("seconds", self.seconds, 0, LONGEST_SECONDS)
        expect_number("increment", self.increment, 0, LONGEST_SECONDS)
        expect_number("margin", self.margin, 0, LONGEST_SECONDS)

    @classmethod
    def parse(cls, text: str, margin: float = MARGIN) -> Self:
        """The time control that a text means. Raises DamaciError.

        >>> str(TimeControl.parse("10+0.1"))
        '10+0.1'
        """
        found = _TEXT.fullmatch(expect_kind("a time control", text, str))
        seconds, increment = (float(part or 0) for part in found.groups()) if found else (0.0, 0.0)
        if not 0 < seconds + increment <= LONGEST_SECONDS:
            raise DamaciError(
                f"{shown(text)} is no time control: expected seconds and those added for each move, such as 10+0.1"
            )
        return cls(seconds, increment, margin)

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}"


class MatchClocks:
    """The time that each side has left. The increment is added before the move, as in Hub."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._left = dict.fromkeys(Color, control.seconds)

    def of(self, color: Color) -> Clock:
        """The clock of that side when its move begins."""
        return Clock(self._left[color] + self._control.increment, self._control.increment)

    def take(self, color: Color, seconds: float) -> None:
        """Subtracts the seconds that a side has used. Raises EngineSilent when they exceed its time and the margin."""
        left = self.of(color).seconds - seconds
        if left < -self._control.margin:
            raise EngineSilent(f"{color.value} took {seconds:.3f} s and had {self.of(color).seconds:.3f} s left")
        self._left[color] = max(0.0, left)
