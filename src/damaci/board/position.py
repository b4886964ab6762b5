"""A position: the pieces, whose turn it is, and the ruleset. Immutable; it carries no history."""

from dataclasses import dataclass
from functools import cached_property
from itertools import starmap

from damaci import _kernel
from damaci.board.color import COLORS, Color
from damaci.board.drawing import draw
from damaci.board.fen import read_fen, write_fen
from damaci.board.move import Move
from damaci.board.movetext import read_attempt, write_move
from damaci.board.path import Path
from damaci.board.piece import PIECES, Piece
from damaci.board.refusal import Refusal, RefusalCode, resolve
from damaci.board.setup import Problem, Setup
from damaci.board.square import SQUARES, Square, squares_of
from damaci.errors import AmbiguousMove, DamaciError, IllegalMove, MoveTextError
from damaci.rules import steps
from damaci.rules.catalogue import RULESETS
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.options import Options
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

_ERRORS: dict[RefusalCode, type[DamaciError]] = {
    RefusalCode.AMBIGUOUS: AmbiguousMove,
    RefusalCode.BAD_TEXT: MoveTextError,
}
"""What a refused move text raises, where it is not IllegalMove."""


@dataclass(frozen=True, repr=False)
class Position:
    """A position of one ruleset. Equal and hashable by ruleset, placement and turn.

    Made by `Position.start()`, `Position.from_fen()` or `Setup.position()`.

    >>> position = Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4")
    >>> [str(move) for move in position.legal_moves]
    ['f3xf5xd5xd7xb7']
    >>> position.play(position.parse_move("f3xb7"))
    Position.from_fen('B:Wb7:Bg5')
    """

    kernel: _kernel.Position
    """The same position as the kernel holds it."""

    # ---- making ------------------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, ruleset: str | Ruleset = "turkish") -> "Position":
        """The position from which games begin. Raises UnknownRuleset."""
        rules = find_ruleset(ruleset)
        men = (sum(1 << square for square in rules.movement.start(white=white)) for white in (True, False))
        return cls(_kernel.Position(rules.name, next(men), 0, next(men), 0, rules.first_mover == "white"))

    @classmethod
    def from_fen(cls, fen: str, ruleset: str | Ruleset = "turkish") -> "Position":
        """The position that a FEN spells. Raises FenError, UnknownRuleset."""
        return read_fen(fen, find_ruleset(ruleset)).position()

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        """The rules that moves follow here."""
        return RULESETS[self.kernel.ruleset]

    @property
    def turn(self) -> Color:
        """The side to move."""
        return Color.WHITE if self.kernel.white_to_move else Color.BLACK

    @property
    def key(self) -> int:
        """A 64-bit hash of the placement and the side to move."""
        return self.kernel.key

    def men(self, color: Color) -> int:
        """The squares of one side's men, as a 64-bit set: bit n is square n."""
        return self.kernel.white_men if color is Color.WHITE else self.kernel.black_men

    def kings(self, color: Color) -> int:
        """The squares of one side's kings, as a 64-bit set."""
        return self.kernel.white_kings if color is Color.WHITE else self.kernel.black_kings

    def count(self, color: Color) -> int:
        """How many pieces one side has."""
        return (self.men(color) | self.kings(color)).bit_count()

    def piece_at(self, square: Square) -> Piece | None:
        """What stands there."""
        return next((piece for piece in PIECES if self._places(piece) >> square & 1), None)

    def pieces(self) -> dict[Square, Piece]:
        """Every piece by its square, from a1 on."""
        found = {square: piece for piece in PIECES for square in squares_of(self._places(piece))}
        return dict(sorted(found.items()))

    def _places(self, piece: Piece) -> int:
        return self.kings(piece.color) if piece.king else self.men(piece.color)

    def plain_board(self) -> dict[int, steps.Piece]:
        """The pieces as the single-step rules of `damaci.rules.steps` take them."""
        return {square: steps.Piece(piece.color is Color.WHITE, piece.king) for square, piece in self.pieces().items()}

    @property
    def setup(self) -> Setup:
        """A set-up of the same pieces, to be changed freely."""
        return Setup(self.pieces(), self.turn, self.ruleset)

    @property
    def status(self) -> list[Problem]:
        """What keeps this from being a position: nothing, unless it was made around the checks from the kernel's
        own."""
        return self.setup.problems()

    @cached_property
    def fen(self) -> str:
        """The position in FEN."""
        white, black = ((self.men(color), self.kings(color)) for color in COLORS)
        return write_fen(white, black, self.turn)

    # ---- moving ------------------------------------------------------------------------------------------------------

    @cached_property
    def _identities(self) -> list[_kernel.Move]:
        return sorted(self.kernel.moves())

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, by origin, target and captured squares. Draw rules do not matter here: see Game."""
        return tuple(map(self.move, self._identities))

    def move(self, identity: _kernel.Move) -> Move:
        """The legal move that the kernel knows by this identity."""
        origin, target, captured = identity
        if not captured:
            return Move(SQUARES[origin], SQUARES[target])
        path = self._paths(identity, limit=1)[0]
        return Move(SQUARES[origin], SQUARES[target], squares_of(captured), path.squares, path.jumps)

    def _paths(self, identity: _kernel.Move, limit: int) -> tuple[Path, ...]:
        return tuple(starmap(_path, self.kernel.paths(identity, limit)))

    def between(self, origin: Square, target: Square, *, capturing: bool) -> list[Move]:
        """The legal moves from one square to another: several when they capture different pieces on the way."""
        return [self.move(each) for each in self._by_ends.get((origin, target), ()) if bool(each[2]) is capturing]

    @cached_property
    def _by_ends(self) -> dict[tuple[int, int], list[_kernel.Move]]:
        found: dict[tuple[int, int], list[_kernel.Move]] = {}
        for identity in self._identities:
            found.setdefault(identity[:2], []).append(identity)
        return found

    def is_legal(self, move: Move) -> bool:
        """Whether the move may be played here."""
        return _identity(move) in self._identities

    @property
    def has_moves(self) -> bool:
        """Whether the side to move can move at all."""
        return bool(self._identities)

    @property
    def must_capture(self) -> int:
        """How many pieces have to be captured now: the fewest that any legal move takes, 0 when nothing can be
        taken."""
        return min((captured.bit_count() for _, _, captured in self._identities), default=0)

    def paths(self, move: Move, limit: int = 1000) -> tuple[Path, ...]:
        """The ways in which a legal move can be played, at most `limit`. Raises IllegalMove."""
        if not self.is_legal(move):
            raise IllegalMove(Sentence("{move} is not legal in {fen}", {"move": move, "fen": self.fen}))
        return self._paths(_identity(move), limit)

    def all_captures(self, limit: int = 1000) -> tuple[Path, ...]:
        """Every capture that the pieces could physically make, unfinished and short ones too, at most `limit`."""
        return tuple(starmap(_path, self.kernel.all_captures(limit)))

    def with_path(self, move: Move) -> Move:
        """The same legal move with a path, if it was made without."""
        return move if move.path else self.move(_identity(move))

    def play(self, move: Move) -> "Position":
        """The position after a legal move. Raises IllegalMove."""
        try:
            return Position(self.kernel.play(_identity(move)))
        except ValueError:
            raise IllegalMove(Sentence("{move} is not legal in {fen}", {"move": move, "fen": self.fen})) from None

    def passed(self) -> "Position":
        """The same pieces with the other side to move."""
        here = self.kernel
        sets = here.white_men, here.white_kings, here.black_men, here.black_kings
        return Position(_kernel.Position(here.ruleset, *sets, not here.white_to_move))

    def with_kings_only(self, color: Color) -> "Position":
        """The same position with every man of one side a king."""
        return Position(self.kernel.promote_all(color is Color.WHITE))

    def under(self, options: Options) -> "Position":
        """The position as a game's options leave it once a move has led to it: under last_three_kings the men of few
        are kings."""
        position = self
        if options.last_three_kings:
            for color in COLORS:
                if position.men(color) and position.count(color) <= 3:
                    position = position.with_kings_only(color)
        return position

    def parse_move(self, text: str) -> Move:
        """The legal move that a text means, with the path that it gives.

        Accepts the forms of `damaci.board.movetext`. Raises MoveTextError when it is no move text, IllegalMove when the
        move is not legal, saying why, and AmbiguousMove when it means several moves.
        """
        resolved = resolve(self, read_attempt(text))
        if isinstance(resolved, Refusal):
            error = _ERRORS.get(resolved.code, IllegalMove)
            raise error(Sentence("{move}: {reason}", {"move": text.strip(), "reason": resolved.reason}))
        return resolved

    def text(self, move: Move) -> str:
        """The move as PDN writes it: `d3-d4`, `f3xb7`, or every landing square when that is ambiguous. Raises
        IllegalMove."""
        return write_move(self, move)

    def perft(self, depth: int, threads: int = 1, hash_megabytes: int = 0, paths: bool = False) -> int:
        """How many sequences of `depth` legal moves start here; with `paths`, each path of a capture counts by itself.

        With `hash_megabytes`, the counts of positions that come again are remembered in a table of that size: much
        faster from depth 8 or so on. It tells positions apart by 64-bit keys, so a wrong count is possible, but hardly
        ever happens.

        Raises DamaciError for a negative depth or table, for no threads, and for paths where a side has more than 16
        pieces; MemoryError for a table larger than there is memory.

        >>> Position.start().perft(4)
        7538
        >>> Position.start().perft(7, hash_megabytes=16), Position.start().perft(7, paths=True)
        (10782308, 10782382)
        """
        try:
            return self.kernel.perft(depth, threads, hash_megabytes, paths)
        except ValueError as error:
            raise DamaciError(str(error)) from None

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


def _identity(move: Move) -> _kernel.Move:
    return move.origin, move.target, sum(1 << square for square in move.captured)


def _path(squares: list[int], jumps: list[int]) -> Path:
    return Path(tuple(SQUARES[square] for square in squares), tuple(SQUARES[square] for square in jumps))
