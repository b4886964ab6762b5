"""A random position with chosen pieces."""

from random import Random
from typing import Annotated

import msgspec

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import SQUARES, Square
from damaci.errors import DamaciError
from damaci.play.events import Color as Side
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.sentence import Sentence

TRIES = 200
Count = Annotated[int, msgspec.Meta(ge=0, le=6)]


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many men and kings each side has, and who is to move."""

    white_men: Count
    white_kings: Count
    black_men: Count
    black_kings: Count
    turn: Side = "white"
    ruleset: str = "turkish"

    @property
    def pieces(self) -> list[Piece]:
        """All of them, men first: they have fewer squares."""
        kinds = [
            (self.white_men, Piece(Color.WHITE)),
            (self.black_men, Piece(Color.BLACK)),
            (self.white_kings, Piece(Color.WHITE, king=True)),
            (self.black_kings, Piece(Color.BLACK, king=True)),
        ]
        return [piece for count, piece in kinds for _ in range(count)]


class Dealt(msgspec.Struct, frozen=True):
    """A position."""

    fen: str


def deal(wish: Deal, random: Random) -> Dealt:
    """A position in which the side to move has a choice and nothing to take, if one is found soon. Raises
    UnknownRuleset, and DamaciError unless each side has a piece and there are six at most."""
    pieces = wish.pieces
    if len({piece.color for piece in pieces}) < 2 or len(pieces) > 6:
        raise DamaciError(Sentence("each side needs a piece, and there are six at most"))
    position = _random(wish, pieces, random)
    for _ in range(TRIES):
        if position.has_moves and not position.must_capture:
            break
        position = _random(wish, pieces, random)
    return Dealt(position.fen)


def _random(wish: Deal, pieces: list[Piece], random: Random) -> Position:
    setup = Setup(turn=Color(wish.turn), ruleset=wish.ruleset)
    for piece in pieces:
        free = [square for square in SQUARES if square not in setup and _can_stand(wish.ruleset, square, piece)]
        setup[random.choice(free)] = piece
    return setup.position()


def _can_stand(ruleset: str, square: Square, piece: Piece) -> bool:
    movement = find_ruleset(ruleset).movement
    return movement.playable(square) and (piece.king or 0 < square.rank < 7)
