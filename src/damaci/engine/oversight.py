"""What a weak level overlooks: captures by the other side, and sacrifices that win more."""

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
"""In centimen: a sacrifice that is better than the quiet moves by this much is a combination."""
MAN = 100
"""In centimen: what a sacrificed piece seems to cost if the moves after it are not seen."""


@dataclass(frozen=True, slots=True)
class Oversight:
    """How often a level overlooks something, as probabilities from 0 to 1. It always sees that a king can be
    captured."""

    near: float
    """The probability of overlooking that a man can capture one piece."""
    far: float
    """The probability of overlooking that a king can capture, or that several pieces can be captured at once."""
    gift: float
    """The probability of overlooking that a sacrifice wins more: it seems only to lose the pieces."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a number out of range."""
        for name in ("near", "far", "gift"):
            expect_number(name, getattr(self, name), 0, 1)

    def judge(self, position: Position, lines: Sequence[Line], random: Random) -> list[Line]:
        """The lines with the scores that they seem to have, best first. A capture that is overlooked is overlooked
        after every move that allows it."""
        look = _Look(self, random)
        replies = [_Replies(position, line.move) for line in lines]
        quiet = [line.score.centimen for line, reply in zip(lines, replies, strict=True) if not reply.captures]
        plain = round(math.fsum(quiet) / len(quiet)) if quiet else lines[0].score.centimen
        seen = [look.judged(line, reply, plain) for line, reply in zip(lines, replies, strict=True)]
        return sorted(seen, key=lambda line: line.score.centimen, reverse=True)


class _Replies:
    """The captures of the other side after a move."""

    def __init__(self, position: Position, move: Move) -> None:
        self._side = position.turn
        self._after = position.play(move)
        self.captures = self._after.legal_moves if self._after.must_capture else ()

    def is_of_king(self, capture: Move) -> bool:
        """Whether a king makes this capture."""
        return _is_king(self._after, self._side.other, capture.origin)

    def takes_king(self, capture: Move) -> bool:
        """Whether a king is captured."""
        return any(_is_king(self._after, self._side, square) for square in capture.captured)


class _Look:
    """One judgement of the lines of a position."""

    def __init__(self, oversight: Oversight, random: Random) -> None:
        self._oversight = oversight
        self._random = random
        self._seen: dict[Move, bool] = {}

    def judged(self, line: Line, replies: _Replies, plain: int) -> Line:
        """The line with the score that it seems to have; `plain`: the score of a quiet move, in centimen."""
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
