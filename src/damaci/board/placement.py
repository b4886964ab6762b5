"""The pieces on the board, the side to move and the legal moves. Position adds the texts of moves."""

import sys
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import starmap
from typing import Self

from damaci import _kernel
from damaci.arguments import bad, expect_kind, expect_whole, expect_word
from damaci.board.color import COLORS, Color
from damaci.board.fen import write_fen
from damaci.board.move import Move
from damaci.board.path import Path
from damaci.board.piece import PIECES, Piece
from damaci.board.square import SQUARES, Square, squares_of
from damaci.errors import IllegalMove
from damaci.rules import steps
from damaci.rules.catalogue import RULESETS
from damaci.rules.options import Options
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence


@dataclass(frozen=True, repr=False)
class Placement:
    """A Position without the texts of moves. Equal and hashable by ruleset, pieces and turn."""

    kernel: _kernel.Position
    """The same position as the kernel holds it."""

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        """The rules that moves follow here."""
        return RULESETS[self.kernel.ruleset]

    @property
    def turn(self) -> Color:
        """The side to move."""
        if self.kernel.white_to_move:
            return Color.WHITE
        return Color.BLACK

    @property
    def key(self) -> int:
        """A 64-bit hash of the pieces and the side to move."""
        return self.kernel.key

    def men(self, color: Color) -> int:
        """The squares of one side's men, as a 64-bit set: bit n is square n. Raises BadArgument for no colour."""
        if _is_white(color):
            return self.kernel.white_men
        return self.kernel.black_men

    def kings(self, color: Color) -> int:
        """The squares of one side's kings, as a 64-bit set. Raises BadArgument for no colour."""
        if _is_white(color):
            return self.kernel.white_kings
        return self.kernel.black_kings

    def count(self, color: Color) -> int:
        """How many pieces one side has. Raises BadArgument for no colour."""
        pieces = self.kernel
        if _is_white(color):
            return (pieces.white_men | pieces.white_kings).bit_count()
        return (pieces.black_men | pieces.black_kings).bit_count()

    def piece_at(self, square: Square | str) -> Piece | None:
        """The piece on a square; None when it is empty. Raises BadArgument for a value that is not a square."""
        bit = 1 << Square.of(square)
        return next((piece for piece in PIECES if self._squares(piece) & bit), None)

    def pieces(self) -> dict[Square, Piece]:
        """Every piece by its square, from a1 on."""
        found = {square: piece for piece in PIECES for square in squares_of(self._squares(piece))}
        return dict(sorted(found.items()))

    def _squares(self, piece: Piece) -> int:
        if piece.king:
            return self.kings(piece.color)
        return self.men(piece.color)

    def plain_board(self) -> dict[int, steps.Piece]:
        """The pieces as the single-step rules of `damaci.rules.steps` take them."""
        return {square: steps.Piece(piece.color is Color.WHITE, piece.king) for square, piece in self.pieces().items()}

    @cached_property
    def fen(self) -> str:
        """The position in FEN."""
        white = (self.kernel.white_men, self.kernel.white_kings)
        black = (self.kernel.black_men, self.kernel.black_kings)
        return write_fen(white, black, self.turn)

    # ---- moving ------------------------------------------------------------------------------------------------------

    @cached_property
    def identities(self) -> list[_kernel.Move]:
        """Every legal move as the kernel knows it: origin, target, and the captured squares as a 64-bit set."""
        return sorted(self.kernel.moves())

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, by origin, target and captured squares. Draw rules are ignored here: see Game."""
        return tuple(map(self.move, self.identities))

    def move(self, identity: _kernel.Move) -> Move:
        """The legal move that the kernel knows by this identity."""
        origin, target, captured = identity
        if not captured:
            return _quiet(origin, target)
        path = self._paths(identity, limit=1)[0]
        return Move(SQUARES[origin], SQUARES[target], squares_of(captured), path.squares, path.jumps)

    def _paths(self, identity: _kernel.Move, limit: int) -> tuple[Path, ...]:
        return tuple(starmap(_path, self.kernel.paths(identity, limit)))

    def between(self, origin: Square, target: Square, *, capturing: bool) -> list[Move]:
        """The legal moves from one square to another: several when they capture different pieces on the way."""
        if not capturing:
            return [_quiet(origin, target)] if (origin, target, 0) in self.identities else []
        return [
            self.move(identity)
            for identity in self.identities
            if identity[0] == origin and identity[1] == target and identity[2]
        ]

    def has_move(self, move: Move) -> bool:
        """Whether this move is legal here."""
        return _identity(move) in self.identities

    @property
    def has_moves(self) -> bool:
        """Whether the side to move can move at all."""
        return bool(self.identities)

    @property
    def must_capture(self) -> int:
        """How many pieces have to be captured now: the fewest that any legal move takes, 0 when none can be taken."""
        identities = self.identities
        if not identities or not identities[0][2]:
            return 0
        return min([captured.bit_count() for _, _, captured in identities])

    def paths_of(self, move: Move, limit: int) -> tuple[Path, ...]:
        """The ways in which a move can be played, at most `limit`. Raises IllegalMove."""
        if not self.has_move(move):
            raise self.refuse(move)
        return self._paths(_identity(move), limit)

    def all_captures(self, limit: int = 1000) -> tuple[Path, ...]:
        """Every capture that the pieces could physically make, unfinished and short ones too, at most `limit`.

        Raises BadArgument for a limit below 1."""
        most = expect_whole("limit", limit, 1, sys.maxsize)
        return tuple(starmap(_path, self.kernel.all_captures(most)))

    def with_path(self, move: Move) -> Move:
        """The same legal move with a path, if it was made without one."""
        if move.path:
            return move
        return self.move(_identity(move))

    def after(self, move: Move) -> Self:
        """The position after a legal move. Raises IllegalMove."""
        try:
            return type(self)(self.kernel.play(_identity(move)))
        except ValueError:
            raise self.refuse(move) from None

    def refuse(self, move: Move) -> IllegalMove:
        """The error to raise for a move that is not legal here."""
        return IllegalMove(Sentence("{move} is not legal in {fen}", {"move": move, "fen": self.fen}))

    def passed(self) -> Self:
        """The same pieces with the other side to move."""
        here = self.kernel
        sets = (here.white_men, here.white_kings, here.black_men, here.black_kings)
        return type(self)(_kernel.Position(here.ruleset, *sets, not here.white_to_move))

    def with_kings_only(self, color: Color) -> Self:
        """The same position with every man of one side a king. Raises BadArgument for no colour."""
        return type(self)(self.kernel.promote_all(_is_white(color)))

    def under(self, options: Options) -> Self:
        """The position after a game's options have been applied to it at the end of a move: with last_three_kings, the
        men of a side with three pieces or fewer become kings. Raises BadArgument for a value that is not Options."""
        expect_kind("options", options, Options)
        position = self
        if options.last_three_kings:
            for color in COLORS:
                if position.men(color) and position.count(color) <= 3:
                    position = position.with_kings_only(color)
        return position


def _is_white(color: Color) -> bool:
    """Whether the colour is White. Raises BadArgument when it is not a colour."""
    if color is Color.WHITE:
        return True
    return color is not Color.BLACK and expect_word("color", color, Color) is Color.WHITE


@cache
def _quiet(origin: int, target: int) -> Move:
    """A move without captures. Each is made only once, because most legal moves are of this kind."""
    return Move(SQUARES[origin], SQUARES[target])


def _identity(move: Move) -> _kernel.Move:
    if not move.captured:
        return move.origin, move.target, 0
    try:
        return move.origin, move.target, sum(1 << square for square in move.captured)
    except (TypeError, ValueError, OverflowError):
        raise bad("a move", move, "its squares as damaci.Square") from None


def _path(squares: list[int], jumps: list[int]) -> Path:
    return Path(tuple(SQUARES[square] for square in squares), tuple(SQUARES[square] for square in jumps))
