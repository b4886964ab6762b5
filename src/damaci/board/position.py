"""A position: the pieces, whose turn it is, and the ruleset. Immutable; it carries no history."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from damaci import _kernel
from damaci.arguments import bad, expect_kind, expect_megabytes, expect_threads, expect_whole
from damaci.board.color import Color
from damaci.board.drawing import draw
from damaci.board.fen import read_fen
from damaci.board.move import Move
from damaci.board.movetext import read_attempt, write_move
from damaci.board.path import Path
from damaci.board.piece import PIECES, Piece
from damaci.board.placement import Placement
from damaci.board.problems import Problem, expect_pieces, find_problems
from damaci.board.refusal import Refusal, RefusalCode, resolve
from damaci.board.square import Square
from damaci.errors import AmbiguousMove, BadArgument, DamaciError, IllegalMove, MoveTextError, SetupError
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

_ERRORS: dict[RefusalCode, type[DamaciError]] = {
    RefusalCode.AMBIGUOUS: AmbiguousMove,
    RefusalCode.BAD_TEXT: MoveTextError,
}
"""The errors that refused move texts raise; for all other codes it is IllegalMove."""
DEEPEST = 1000
"""The greatest depth of perft that is accepted, in plies."""


@dataclass(frozen=True, repr=False)
class Position(Placement):
    """A position of one ruleset. Equal and hashable by ruleset, pieces and turn.

    Made by `Position.start()`, `Position.from_fen()`, `Position.of()` or `Setup.position()`. Methods that take
    a move also take its text.

    >>> position = Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4")
    >>> [str(move) for move in position.legal_moves]
    ['f3xf5xd5xd7xb7']
    >>> position.play("f3xb7")
    Position.from_fen('B:Wb7:Bg5')
    """

    # ---- making ------------------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, ruleset: str | Ruleset = "turkish") -> "Position":
        """The position from which games begin. Raises UnknownRuleset."""
        rules = find_ruleset(ruleset)
        white = sum(1 << square for square in rules.movement.start(white=True))
        black = sum(1 << square for square in rules.movement.start(white=False))
        return cls(_kernel.Position(rules.name, white, 0, black, 0, rules.first_mover == "white"))

    @classmethod
    def from_fen(cls, fen: str, ruleset: str | Ruleset = "turkish") -> "Position":
        """The position that a FEN gives. Raises FenError, UnknownRuleset; BadArgument for a value that is no text."""
        rules = find_ruleset(ruleset)
        spelled = read_fen(expect_kind("a FEN", fen, str), rules.movement)
        return cls._placed(spelled.pieces, spelled.turn, rules)

    @classmethod
    def of(
        cls, pieces: Mapping[Square, Piece], turn: Color = Color.WHITE, ruleset: str | Ruleset = "turkish"
    ) -> "Position":
        """The position with these pieces. Raises SetupError with every problem, UnknownRuleset, and BadArgument for
        a value that is not a square, a piece or a colour."""
        rules = find_ruleset(ruleset)
        expect_pieces(pieces, turn)
        if problems := find_problems(pieces, rules.movement):
            raise SetupError("; ".join(problem.message for problem in problems))
        return cls._placed(pieces, turn, rules)

    @classmethod
    def _placed(cls, pieces: Mapping[Square, Piece], turn: Color, rules: Ruleset) -> "Position":
        sets = dict.fromkeys(PIECES, 0)
        for square, piece in pieces.items():
            sets[piece] |= 1 << square
        white_men, white_kings, black_men, black_kings = sets.values()
        white_to_move = turn is Color.WHITE
        return cls(_kernel.Position(rules.name, white_men, white_kings, black_men, black_kings, white_to_move))

    @property
    def status(self) -> list[Problem]:
        """The problems of this position; none unless it was made from an unchecked position of the kernel."""
        return find_problems(self.pieces(), self.ruleset.movement)

    # ---- moves and their texts ---------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> "Position":
        """The position after a legal move. Raises MoveTextError, IllegalMove (AmbiguousMove)."""
        return self.after(self.read(move))

    def is_legal(self, move: Move | str) -> bool:
        """Whether the move may be played here; False for a text that can mean several moves. Raises MoveTextError."""
        try:
            return self.has_move(self.read(move))
        except IllegalMove:
            return False

    def paths(self, move: Move | str, limit: int = 1000) -> tuple[Path, ...]:
        """The ways in which a legal move can be played, at most `limit`.

        Raises MoveTextError, IllegalMove; BadArgument for a limit below 1.
        """
        return self.paths_of(self.read(move), expect_whole("limit", limit, 1, sys.maxsize))

    def text(self, move: Move | str) -> str:
        """The move as PDN writes it: `d3-d4`, `f3xb7`, or every landing square when that is ambiguous.

        Raises MoveTextError, IllegalMove.
        """
        return write_move(self, self.read(move))

    def read(self, move: Move | str) -> Move:
        """The move as given, or the legal one that its text means. Raises MoveTextError, IllegalMove, BadArgument."""
        if isinstance(move, Move):
            return move
        if isinstance(move, str):
            return self.parse_move(move)
        raise bad("a move", move, "a Move, or a text such as d3-d4")

    def parse_move(self, text: str) -> Move:
        """The legal move that a text means, with the path that it gives.

        Accepts the forms of `damaci.board.movetext`. Raises MoveTextError when it is not a move text, IllegalMove with
        the reason when the move is not legal, and AmbiguousMove when it means several moves.
        """
        resolved = resolve(self, read_attempt(expect_kind("a move", text, str)))
        if isinstance(resolved, Refusal):
            error = _ERRORS.get(resolved.code, IllegalMove)
            raise error(Sentence("{move}: {reason}", {"move": text.strip(), "reason": resolved.reason}))
        return resolved

    def perft(self, depth: int, threads: int = 1, hash_megabytes: int = 0, paths: bool = False) -> int:
        """How many sequences of `depth` legal moves start here; with `paths`, each path of a capture counts by itself.

        With `hash_megabytes`, the counts of positions are remembered in a table of that size, for when they are reached
        again: much faster from about depth 8 on. The table tells positions apart by 64-bit keys, so a wrong count is
        possible, but hardly ever happens.

        Raises BadArgument for a negative depth, for a number of threads out of range, for a table larger than there is
        memory, and for paths where a side has more than 16 pieces.

        >>> Position.start().perft(4)
        7538
        >>> Position.start().perft(7, hash_megabytes=16), Position.start().perft(7, paths=True)
        (10782308, 10782382)
        """
        plies = expect_whole("depth", depth, 0, DEEPEST)
        megabytes = expect_megabytes(hash_megabytes, least=0)
        try:
            return self.kernel.perft(plies, expect_threads(threads), megabytes, bool(paths))
        except ValueError as error:
            raise BadArgument(str(error)) from None

    # ---- Python ------------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        ruleset = "" if self.ruleset.name == "turkish" else f", {self.ruleset.name!r}"
        return f"Position.from_fen({self.fen!r}{ruleset})"

    def __str__(self) -> str:
        return draw(self.pieces(), self.ruleset.movement)

    def _repr_svg_(self) -> str:
        """How notebooks show a position. `damaci.svg.board` draws it with arrows, highlights and more."""
        from damaci.board import svg  # here, because few programs draw

        return svg.board(self, size=400)

    def __reduce__(self) -> tuple[object, ...]:
        return Position.from_fen, (self.fen, self.ruleset.name)
