"""What can be wrong with what somebody gives us. All are ValueErrors whose text says what, where, and what was expected."""


class DamaciError(ValueError):
    """The base of every error that this library raises for bad input."""


class UnknownRuleset(DamaciError):
    """There is no ruleset of that name."""


class UnknownLevel(DamaciError):
    """The engine has no level of that name."""


class SetupError(DamaciError):
    """A set-up is not a position; the text gives every reason."""


class FenError(DamaciError):
    """A text is not the FEN of a position. `column` counts characters from 1; `message` is the text without it.

    >>> from damaci.board.position import Position
    >>> Position.from_fen("W:Wd4:Bd9")
    Traceback (most recent call last):
    damaci.errors.FenError: FEN, column 8: expected a square such as a2, with K before a king, found 'd9'
    """

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"FEN, column {column}: {message}")
        self.message = message
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
