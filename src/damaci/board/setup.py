"""A free-form set-up: pieces put anywhere, and the reasons why they are not a position."""

from collections.abc import Mapping

from damaci.arguments import bad, expect_kind
from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.problems import Problem, expect_pieces, find_problems
from damaci.board.square import Square
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.ruleset import Ruleset


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
        """Raises UnknownRuleset, BadArgument."""
        given = {} if pieces is None else pieces
        if not isinstance(given, Mapping):
            raise bad("pieces", given, "a mapping from squares to pieces")
        super().__init__(given)
        self.turn = turn
        self.ruleset = find_ruleset(ruleset)

    @classmethod
    def of(cls, position: Position) -> "Setup":
        """A set-up of a position's pieces, to be changed freely. Raises BadArgument."""
        expect_kind("position", position, Position)
        return cls(position.pieces(), position.turn, position.ruleset)

    def problems(self) -> list[Problem]:
        """Every reason why this is not a position; empty when it is one.

        Raises BadArgument for a value that is not a square, a piece or a colour.
        """
        expect_pieces(self, self.turn)
        return find_problems(self, self.ruleset.movement)

    def position(self) -> Position:
        """The position. Raises SetupError with every problem, and BadArgument as `problems` does."""
        return Position.of(self, self.turn, self.ruleset)
