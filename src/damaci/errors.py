"""The errors that bad input raises. All are ValueErrors whose text says what is wrong, where, and what was expected."""

from typing import Any, ClassVar

from damaci.sentence import Sentence

CONTEXT = "reason"
"""The gettext context of every reason: translations keep these texts apart from the texts of pages."""


class DamaciError(ValueError):
    """The base of every error that this library raises for bad input.

    Its text is English; `reason` is the same for translation. A reason that no player can see is given as a str."""

    code: ClassVar[str] = "bad-value"
    """A stable word for programs."""

    def __init__(self, reason: Sentence | str) -> None:
        super().__init__(str(reason))
        self.reason = Sentence(reason) if isinstance(reason, str) else reason

    def __reduce__(self) -> tuple[Any, ...]:
        # By default pickle makes an exception again from its text alone, which some constructors do not accept. A
        # pool of processes takes this failure for the death of a worker.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[DamaciError], args: tuple[Any, ...], state: dict[str, Any]) -> DamaciError:
    """Makes an error again that comes from another process."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class BadArgument(DamaciError):
    """An argument is of another kind than expected, or out of its range; the text names it and what was expected."""


class UnknownRuleset(DamaciError):
    """There is no ruleset of that name."""

    code = "unknown-ruleset"


class UnknownLevel(DamaciError):
    """The engine has no level of that name."""

    code = "unknown-level"


class SetupError(DamaciError):
    """A set-up is not a position; the text gives every reason."""


class FenError(DamaciError):
    """A text is not the FEN of a position. `column` counts characters from 1; `problem` is the reason without it,
    `message` its text.

    >>> from damaci.board.position import Position
    >>> Position.from_fen("W:Wd4:Bd9")
    Traceback (most recent call last):
    damaci.errors.FenError: FEN, column 8: expected a square such as a2, with K before a king, found 'd9'
    """

    code = "bad-fen"

    def __init__(self, problem: Sentence, column: int) -> None:
        super().__init__(Sentence("FEN, column {column}: {problem}", {"column": column, "problem": problem}))
        self.problem = problem
        self.message = str(problem)
        self.column = column


class MoveTextError(DamaciError):
    """A text is not written as a move at all."""


class IllegalMove(DamaciError):
    """A move may not be played here."""


class AmbiguousMove(IllegalMove):
    """A move text means more than one legal move; the text lists them."""


class GameOver(IllegalMove):
    """The game has ended: nothing more can be played."""


class TablebaseError(DamaciError):
    """An endgame table is damaged, foreign or impossible; the text names it."""
