"""What kind of mistake a move was, found from the line that refutes it and from the better line."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.path import Path
from damaci.board.position import Position
from damaci.board.square import Square

KING = 4
"""The value of a king, in men, when lines are compared."""
FEWEST = 1
"""The fewest men that a line has to gain to count as a shot or as the capture of pieces."""


class MistakeKind(StrEnum):
    """Why a move was a mistake."""

    ENDING = "ending"
    """By the endgame tables it changes how the game ends."""
    CHOICE = "choice"
    """It is a capture, but another capture was right."""
    MISSED = "shot-missed"
    """A sacrifice of pieces would have won more."""
    RULE = "rule"
    """The other side sacrifices pieces, and the rule that the most have to be captured leads to a greater loss."""
    ALLOWED = "shot-allowed"
    """The other side sacrifices pieces and captures more."""
    CAPTURE = "capture"
    """The other side can simply capture."""
    POSITION = "position"
    """It does not lose pieces by force."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """How a line changes the material, seen from the side that begins it."""

    gave: int
    """Pieces that the side lost."""
    gained: int
    """The net gain in men; promotions count too."""


def exchange(start: Position, line: Sequence[Move]) -> Exchange:
    """The exchange of a line up to its last position without a capture."""
    side = start.turn
    position = start
    begin = _balance(start, side)
    gave = 0
    settled = Exchange(0, 0)
    for move in line:
        if position.turn is not side:
            gave += len(move.captured)
        position = position.play(move)
        if not position.must_capture:
            settled = Exchange(gave, _balance(position, side) - begin)
    return settled


def kind_of(
    position: Position, played: Move, better: Sequence[Move], reply: Sequence[Move], *, exact: bool
) -> MistakeKind:
    """The kind of a mistake. `better` is the better line, `reply` the line that follows the mistake; `exact` tells that
    the tables know the position."""
    if exact:
        return MistakeKind.ENDING
    if played.captured:
        return MistakeKind.CHOICE
    best = exchange(position, better)
    if better and not better[0].captured and best.gave and best.gained >= FEWEST:
        return MistakeKind.MISSED
    return _refuted(position.play(played), reply)


def _refuted(position: Position, reply: Sequence[Move]) -> MistakeKind:
    found = exchange(position, reply)
    if found.gained < FEWEST:
        return MistakeKind.POSITION
    if reply[0].captured:
        return MistakeKind.CAPTURE
    if not found.gave:
        return MistakeKind.POSITION
    if _has_to_take_most(position.play(reply[0])):
        return MistakeKind.RULE
    return MistakeKind.ALLOWED


def _has_to_take_most(position: Position) -> bool:
    """Whether some capture is not legal because others capture more."""
    allowed = {_first(path) for move in position.legal_moves for path in position.paths(move)}
    return any(_first(path) not in allowed for path in position.all_captures())


def _first(path: Path) -> tuple[Square, ...]:
    """The origin of the piece that captures, and the first square that it captures."""
    return path.squares[0], *path.jumps[:1]


def _balance(position: Position, side: Color) -> int:
    return _worth(position, side) - _worth(position, side.other)


def _worth(position: Position, side: Color) -> int:
    return position.men(side).bit_count() + KING * position.kings(side).bit_count()
