"""What a weak level does not see: that the other side can take, and that giving pieces wins more."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from damaci.arguments import expect_number
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine.analysis import Line, Score

GIFT = 50
"""In centimen: a move that gives pieces and is better than the quiet ones by this much is a combination."""
MAN = 100
"""In centimen: what a piece seems to cost to those who do not see what comes after it."""


@dataclass(frozen=True, slots=True)
class Oversight:
    """How often a level overlooks something, as probabilities from 0 to 1. That a king can be taken it always sees."""

    near: float
    """A man takes one piece."""
    far: float
    """A king takes, or several pieces are taken at once."""
    gift: float
    """Giving pieces wins more: it seems to lose them."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a number out of range."""
        for name in ("near", "far", "gift"):
            expect_number(name, getattr(self, name), 0, 1)

    def judge(self, position: Position, lines: Sequence[Line], random: Random) -> list[Line]:
        """The lines with the scores that they seem to have, best first. What is overlooked is overlooked for every move
        that allows it."""
        look = _Look(self, random)
        replies = [_Replies(position, line.move) for line in lines]
        quiet = [line.score.centimen for line, reply in zip(lines, replies, strict=True) if not reply.captures]
        plain = round(math.fsum(quiet) / len(quiet)) if quiet else lines[0].score.centimen
        seen = [look.judged(line, reply, plain) for line, reply in zip(lines, replies, strict=True)]
        return sorted(seen, key=lambda line: line.score.centimen, reverse=True)


class _Replies:
    """What the other side can take after a move."""

    def __init__(self, position: Position, move: Move) -> None:
        self._side = position.turn
        self._after = position.play(move)
        self.captures = self._after.legal_moves if self._after.must_capture else ()

    def is_of_king(self, capture: Move) -> bool:
        """Whether a king takes."""
        return _is_king(self._after, self._side.other, capture.origin)

    def takes_king(self, capture: Move) -> bool:
        """Whether a king is taken."""
        return any(_is_king(self._after, self._side, square) for square in capture.captured)


class _Look:
    """One look at a position."""

    def __init__(self, oversight: Oversight, random: Random) -> None:
        self._oversight = oversight
        self._random = random
        self._seen: dict[Move, bool] = {}

    def judged(self, line: Line, replies: _Replies, plain: int) -> Line:
        """The line with the score that it seems to have; `plain`: what a quiet move is worth, in centimen."""
        if not replies.captures:
            return line
        seen = [capture for capture in replies.captures if self._sees(capture, replies)]
        if not seen:
            return replace(line, score=Score(cp=plain))
        if line.score.centimen >= plain + GIFT and self._random.random() < self._oversight.gift:
            return replace(line, score=Score(cp=plain - MAN * max(len(capture.captured) for capture in seen)))
        return line

    def _sees(self, capture: Move, replies: _Replies) -> bool:
        if capture not in self._seen:
            self._seen[capture] = replies.takes_king(capture) or self._random.random() >= self._chance(capture, replies)
        return self._seen[capture]

    def _chance(self, capture: Move, replies: _Replies) -> float:
        if len(capture.captured) > 1 or replies.is_of_king(capture):
            return self._oversight.far
        return self._oversight.near


def _is_king(position: Position, side: Color, square: int) -> bool:
    return bool(position.kings(side) >> square & 1)
