"""A free-form set-up: pieces put anywhere, and what keeps them from being a position."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from damaci import _kernel
from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.square import Square
from damaci.errors import SetupError
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.movement import last_rank
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

if TYPE_CHECKING:
    from damaci.board.position import Position


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a set-up is not a position."""

    code: Literal["no-pieces", "man-on-promotion-rank", "square-not-used"]
    reason: Sentence
    square: Square | None = None

    @property
    def message(self) -> str:
        """The reason in English."""
        return str(self.reason)


class Setup(dict[Square, Piece]):
    """Pieces by square, with the side to move and the ruleset: a dict to be changed freely and checked at the end.

    >>> setup = Setup({Square.B8: Piece(Color.WHITE)})
    >>> setup.problems()[0].message
    'a white man on b8, its promotion rank: there it would be a king'
    >>> setup[Square.B8] = Piece(Color.WHITE, king=True)
    >>> setup.position().fen
    'W:WKb8:B'
    """

    def __init__(
        self,
        pieces: Mapping[Square, Piece] | None = None,
        turn: Color = Color.WHITE,
        ruleset: str | Ruleset = "turkish",
    ) -> None:
        super().__init__(pieces or {})
        self.turn = turn
        self.ruleset = find_ruleset(ruleset)

    def problems(self) -> list[Problem]:
        """Every reason why this is not a position; empty when it is one."""
        if not self:
            return [Problem("no-pieces", Sentence("no pieces: at least one is needed"))]
        return [problem for square, piece in sorted(self.items()) for problem in self._problems_on(square, piece)]

    def _problems_on(self, square: Square, piece: Piece) -> Iterator[Problem]:
        if not self.ruleset.movement.playable(square):
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

    def position(self) -> "Position":
        """The position. Raises SetupError with every problem."""
        from damaci.board.position import (
            Position,
        )  # a position can be taken apart into a set-up, so each knows the other

        if problems := self.problems():
            raise SetupError("; ".join(problem.message for problem in problems))
        white_men, white_kings, black_men, black_kings = (
            self._bits(color, king) for color in Color for king in (False, True)
        )
        white_to_move = self.turn is Color.WHITE
        return Position(
            _kernel.Position(self.ruleset.name, white_men, white_kings, black_men, black_kings, white_to_move)
        )

    def _bits(self, color: Color, king: bool) -> int:
        return sum(1 << square for square, piece in self.items() if piece.color is color and piece.king is king)
