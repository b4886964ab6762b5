"""The editor: whether pieces put anywhere make a position."""

from typing import Annotated, Literal

import msgspec

from damaci.board.color import Color as BoardColor
from damaci.board.piece import Piece
from damaci.board.problems import Problem
from damaci.board.setup import Setup
from damaci.board.square import Square
from damaci.errors import DamaciError
from damaci.play.events import Color
from damaci.sentence import Sentence

Placed = Annotated[str, msgspec.Meta(pattern="^K?[a-h][1-8]$")]


class FreePlacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces put anywhere: squares, with K before a king."""

    ruleset: str
    turn: Color
    white: Annotated[list[Placed], msgspec.Meta(max_length=64)]
    black: Annotated[list[Placed], msgspec.Meta(max_length=64)]

    def setup(self) -> Setup:
        """The pieces on a board. Raises UnknownRuleset, and DamaciError for two pieces on a square."""
        setup = Setup(turn=BoardColor(self.turn), ruleset=self.ruleset)
        for color, names in ((BoardColor.WHITE, self.white), (BoardColor.BLACK, self.black)):
            setup |= {Square.parse(name[-2:]): Piece(color, king=name[0] == "K") for name in names}
        if len(setup) < len(self.white) + len(self.black):
            raise DamaciError(Sentence("two pieces on one square"))
        return setup


class PlacementFault(msgspec.Struct, frozen=True):
    """One thing that keeps pieces from being a position."""

    code: Literal["no-pieces", "man-on-promotion-rank", "square-not-used"]
    square: str


class CheckedPlacement(msgspec.Struct, frozen=True):
    """The FEN of a placement, empty if it has faults."""

    fen: str
    faults: list[PlacementFault]


def check(placement: FreePlacement) -> CheckedPlacement:
    """What keeps pieces from being a position. Raises UnknownRuleset, and DamaciError for two pieces on a square."""
    setup = placement.setup()
    faults = [_fault(problem) for problem in setup.problems()]
    if faults:
        return CheckedPlacement("", faults)
    return CheckedPlacement(setup.position().fen, [])


def _fault(problem: Problem) -> PlacementFault:
    if problem.square is None:
        return PlacementFault(problem.code, "")
    return PlacementFault(problem.code, str(problem.square))
