"""What kind of mistake a move was: told by what refutes it and by what would have been better."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.path import Path
from damaci.board.position import Position
from damaci.board.square import Square

KING = 4
"""What a king is worth in men when lines are compared."""
FEWEST = 1
"""Men that a line has to gain to be called a shot, or the taking of pieces."""


class MistakeKind(StrEnum):
    """Why a move was a mistake."""

    ENDING = "ending"
    """The endgame tables know that it changes how the game ends."""
    CHOICE = "choice"
    """It takes, but another capture was right."""
    MISSED = "shot-missed"
    """Giving pieces would have won more."""
    RULE = "rule"
    """The other side gives pieces, and the rule that the most have to be taken leads to the loss of more."""
    ALLOWED = "shot-allowed"
    """The other side gives pieces and takes more."""
    CAPTURE = "capture"
    """The other side can simply take."""
    POSITION = "position"
    """Nothing is taken by force."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a line does to the material, seen from the side that begins it."""

    gave: int
    """Pieces that the side lost."""
    gained: int
    """In men, net; kings that are made count."""


def exchange(start: Position, line: Sequence[Move]) -> Exchange:
    """Plays a line as far as it leaves nothing to be taken."""
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
    """The kind of a mistake. `better` is what would have been better, `reply` what follows the mistake, both with how
    they go on; `exact` tells that the tables know the position."""
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
    """Whether a capture is refused because others take more."""
    allowed = {_first(path) for move in position.legal_moves for path in position.paths(move)}
    return any(_first(path) not in allowed for path in position.all_captures())


def _first(path: Path) -> tuple[Square, ...]:
    """Who jumps over what first."""
    return path.squares[0], *path.jumps[:1]


def _balance(position: Position, side: Color) -> int:
    return _worth(position, side) - _worth(position, side.other)


def _worth(position: Position, side: Color) -> int:
    return position.men(side).bit_count() + KING * position.kings(side).bit_count()
