"""Errors and warnings about PDN texts, with their place in the text."""

from collections.abc import Callable
from typing import NamedTuple

from damaci.errors import DamaciError
from damaci.sentence import Sentence


class Place(NamedTuple):
    """A place in a text; lines and columns count from 1, columns in characters."""

    line: int
    column: int

    def after(self, text: str) -> "Place":
        """The place after `text`, if `text` begins at this place."""
        lines = text.count("\n")
        if not lines:
            return Place(self.line, self.column + len(text))
        return Place(self.line + lines, len(text) - text.rfind("\n"))


class PdnError(DamaciError):
    """A PDN text cannot be read; the text says where, what is wrong and what was expected. `message` is the text
    without the place."""

    code = "bad-pdn"

    def __init__(self, problem: Sentence, place: Place) -> None:
        where = {"line": place.line, "column": place.column, "problem": problem}
        super().__init__(Sentence("line {line}, column {column}: {problem}", where))
        self.message = str(problem)
        self.line = place.line
        self.column = place.column


class PdnWarning(PdnError):
    """Something in a PDN text that is not PDN, but can be understood. It is in the game's `warnings`; strict reading
    raises it."""


OnError = Callable[[PdnError], None]
"""Called with the error of a game that cannot be read, before reading goes on with the next game."""
