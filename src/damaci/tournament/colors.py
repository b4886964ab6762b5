"""Who gets which colour in a Swiss pair: FIDE Handbook C.04.3 of February 2026, articles 1.6, 1.7 and 5."""

from collections.abc import Sequence
from dataclasses import dataclass

from damaci.tournament.crosstable import Color

ABSOLUTE = 3
STRONG = 2
MILD = 1


def other(color: Color) -> Color:
    """The opponent's colour."""
    if color == "white":
        return "black"
    return "white"


@dataclass(frozen=True, slots=True)
class PairedPlayer:
    """One player of a pair, as the colour rules see him."""

    id: int
    number: int
    """The pairing number among those who have taken part."""
    score: float
    colors: Sequence[Color]
    """The colours in the games that were played."""

    @property
    def difference(self) -> int:
        """Games with White minus games with Black."""
        return self.colors.count("white") - self.colors.count("black")

    @property
    def preference(self) -> Color | None:
        """The colour that the player should get; None before the first game."""
        if not self.colors:
            return None
        if self.strength == ABSOLUTE and len(set(self.colors[-2:])) == 1 and abs(self.difference) < 2:
            return other(self.colors[-1])
        if self.difference:
            if self.difference > 0:
                return "black"
            return "white"
        return other(self.colors[-1])

    @property
    def strength(self) -> int:
        """ABSOLUTE, STRONG or MILD; 0 before the first game."""
        if abs(self.difference) > 1 or (len(self.colors) > 1 and self.colors[-1] == self.colors[-2]):
            return ABSOLUTE
        if self.difference:
            return STRONG
        if self.colors:
            return MILD
        return 0


def white_of(one: PairedPlayer, two: PairedPlayer, initial: Color) -> PairedPlayer:
    """The side that plays White; `initial` is the colour that was drawn by lot for the first player."""
    higher, lower = sorted((one, two), key=lambda side: (-side.score, side.number))
    color = _by_preference(higher, lower) or _by_history(higher, lower) or higher.preference
    if color is None and higher.number % 2:
        color = initial
    elif color is None:
        color = other(initial)
    if color == "white":
        return higher
    return lower


def _by_preference(higher: PairedPlayer, lower: PairedPlayer) -> Color | None:
    """5.2.1 and 5.2.2: the higher player's colour, if the preferences decide it."""
    if higher.preference != lower.preference or higher.preference is None:
        return higher.preference or _opposite(lower.preference)
    mine = _claim(higher)
    theirs = _claim(lower)
    if mine == theirs:
        return None
    if mine > theirs:
        return higher.preference
    return other(higher.preference)


def _claim(side: PairedPlayer) -> tuple[int, int]:
    """How much a player's preference weighs; only absolute ones are compared by the difference."""
    if side.strength == ABSOLUTE:
        return ABSOLUTE, abs(side.difference)
    return side.strength, 0


def _opposite(color: Color | None) -> Color | None:
    if color:
        return other(color)
    return None


def _by_history(higher: PairedPlayer, lower: PairedPlayer) -> Color | None:
    """5.2.3: the opposite of the last time when one had White and the other Black."""
    for mine, theirs in zip(reversed(higher.colors), reversed(lower.colors), strict=False):
        if mine != theirs:
            return other(mine)
    return None
