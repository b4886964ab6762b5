"""The reasons why pieces that were put anywhere are not a position."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from damaci.arguments import bad, expect_kind
from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.square import Square
from damaci.rules.movement import Movement, last_rank
from damaci.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why pieces are not a position."""

    code: Literal["no-pieces", "man-on-promotion-rank", "square-not-used"]
    reason: Sentence
    square: Square | None = None

    @property
    def message(self) -> str:
        """The reason in English."""
        return str(self.reason)


def expect_pieces(pieces: Any, turn: Any) -> None:
    """Raises BadArgument unless `pieces` is a mapping from squares to pieces and `turn` is a side."""
    expect_kind("the side to move", turn, Color)
    if not isinstance(pieces, Mapping):
        raise bad("pieces", pieces, "a mapping from squares to pieces")
    for square, piece in pieces.items():
        expect_kind("a key of the set-up", square, Square)
        expect_kind(f"the piece on {square}", piece, Piece)
        if not isinstance(piece.color, Color):
            raise bad(f"the colour of the piece on {square}", piece.color, "Color.WHITE or Color.BLACK")


def find_problems(pieces: Mapping[Square, Piece], movement: Movement) -> list[Problem]:
    """Every reason, ordered by square from a1 on; empty when the pieces are a position."""
    if not pieces:
        return [Problem("no-pieces", Sentence("no pieces: at least one is needed"))]
    return [problem for square in sorted(pieces) for problem in _problems_on(square, pieces[square], movement)]


def _problems_on(square: Square, piece: Piece, movement: Movement) -> Iterator[Problem]:
    if not movement.playable(square):
        reason = Sentence(
            "a piece on {square}: this game is played on the dark squares, such as a1", {"square": square}
        )
        yield Problem("square-not-used", reason, square)
    if not piece.king and last_rank(square, white=piece.color is Color.WHITE):
        man = Sentence("a white man") if piece.color is Color.WHITE else Sentence("a black man")
        reason = Sentence(
            "{man} on {square}, its promotion rank: there it would be a king", {"man": man, "square": square}
        )
        yield Problem("man-on-promotion-rank", reason, square)
