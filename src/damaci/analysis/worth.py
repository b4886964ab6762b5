"""A score in the form in which pages show it."""

import msgspec

from damaci.board.color import Color
from damaci.engine.analysis import Score

CLEAR = 200
"""The advantage, in hundredths of a man, with which three points in four may be expected: the evaluation was fitted to
results on this scale."""


class Worth(msgspec.Struct, frozen=True, omit_defaults=True):
    """A score as White sees it: hundredths of a man, or plies to White's win or loss, or a draw."""

    share: float
    """White's expected result, in hundredths of a point: 100 for a win, 50 for a draw."""
    cp: int | None = None
    win: int | None = None
    loss: int | None = None
    draw: bool | None = None

    def share_of(self, color: Color) -> float:
        """The expected result of a side, in hundredths of a point."""
        if color is Color.WHITE:
            return self.share
        return 100 - self.share


def worth(score: Score, turn: Color) -> Worth:
    """The worth of a score that is given for the side to move."""
    if turn is Color.BLACK:
        score = -score
    return Worth(round(_share(score), 1), score.cp, score.win, score.loss, score.draw)


def _share(score: Score) -> float:
    if score.win is not None:
        return 100.0
    if score.loss is not None:
        return 0.0
    return float(100 / (1 + 3 ** (-(score.cp or 0) / CLEAR)))
