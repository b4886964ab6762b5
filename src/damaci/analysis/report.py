"""The report of a review: how accurately each side played, in each phase, and its mistakes by kind."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from damaci.board.color import COLORS, Color
from damaci.board.position import Position

HALVED = 15.0
"""A move that gives away this much, in hundredths of a point, has an accuracy of 50."""
OPENING = 0.8
ENDING = 0.4
"""The shares of a ruleset's pieces above which a game is in its opening, and below which it is in its ending."""

Phase = Literal["opening", "middle", "ending"]
PHASES: tuple[Phase, ...] = ("opening", "middle", "ending")


class MovesReport(msgspec.Struct, frozen=True):
    """Some of a side's moves: how many moves with a choice there were, and their accuracy, 0 to 100."""

    moves: int
    accuracy: float


class SideReport(msgspec.Struct, frozen=True):
    """The report of one side. Moves without a choice are not counted."""

    all: MovesReport
    phases: dict[Phase, MovesReport]
    """By phase, for the phases in which the side had a choice."""
    kinds: dict[str, int]
    """The number of mistakes by damaci.analysis.kinds.MistakeKind."""


class GameReport(msgspec.Struct, frozen=True):
    """Both sides of a game."""

    white: SideReport
    black: SideReport


@dataclass(frozen=True, slots=True)
class Graded:
    """A move that was played: its position, and how much it gave away, in hundredths of a point."""

    position: Position
    lost: float
    kind: str = ""
    """The kind of a mistake; empty for other moves."""


def accuracy(lost: float) -> float:
    """The accuracy of a move that gives away `lost` hundredths of a point.

    >>> accuracy(0), accuracy(15), round(accuracy(60), 1)
    (100.0, 50.0, 6.2)
    """
    return float(100 * 0.5 ** (lost / HALVED))


def phase(position: Position) -> Phase:
    """The phase of the game in a position, by the number of pieces that are left."""
    share = _pieces(position) / _pieces(Position.start(position.ruleset))
    if share > OPENING:
        return "opening"
    if share >= ENDING:
        return "middle"
    return "ending"


def report(moves: Sequence[Graded]) -> GameReport:
    """The report of the moves of a game, in any order."""
    return GameReport(*(_side([each for each in moves if each.position.turn is color]) for color in COLORS))


def _side(moves: Sequence[Graded]) -> SideReport:
    chosen = [each for each in moves if len(each.position.legal_moves) > 1]
    in_phase = {name: [each for each in chosen if phase(each.position) == name] for name in PHASES}
    kinds: dict[str, int] = {}
    for each in moves:
        if each.kind:
            kinds[each.kind] = kinds.get(each.kind, 0) + 1
    return SideReport(_part(chosen), {name: _part(some) for name, some in in_phase.items() if some}, kinds)


def _part(moves: Sequence[Graded]) -> MovesReport:
    if not moves:
        return MovesReport(0, 100.0)
    return MovesReport(len(moves), round(math.fsum(accuracy(each.lost) for each in moves) / len(moves), 1))


def _pieces(position: Position) -> int:
    return position.count(Color.WHITE) + position.count(Color.BLACK)
