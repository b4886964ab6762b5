"""The two sides."""

from enum import StrEnum


class Color(StrEnum):
    """White or black. The value is the word used everywhere outside Python.

    >>> Color.WHITE.other, str(Color.BLACK)
    (<Color.BLACK: 'black'>, 'black')
    """

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Color":
        """The opponent."""
        if self is Color.WHITE:
            return Color.BLACK
        return Color.WHITE


COLORS = tuple(Color)
"""Both, White first: faster than iterating over Color."""
