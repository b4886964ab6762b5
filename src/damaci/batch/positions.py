"""Many positions of one ruleset as arrays."""

from collections.abc import Iterable, Iterator
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from damaci import _kernel
from damaci.arguments import bad, expect_each, expect_kind, expect_threads, expect_whole
from damaci.batch import bits
from damaci.batch.check import expect_sound, impossible, whole_numbers
from damaci.batch.moves import Moves
from damaci.batch.results import Results
from damaci.board.color import Color
from damaci.board.position import DEEPEST, Position
from damaci.errors import BadArgument, FenError, IllegalMove
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.endings import OneEach
from damaci.rules.ruleset import Ruleset

MOST = 10**9
"""The most positions that can be requested at once."""


class Positions:
    """An immutable array of n positions under one ruleset.

    Methods with an argument `threads` process the positions on that many threads without Python's lock; Ctrl-C ends
    them.

    >>> positions = Positions.from_fens(["W:Wd4:Bd5", "B:Wd4,e2:Bd5"])
    >>> positions.results().over
    array([ True, False])
    >>> positions[1]
    Position.from_fen('B:Wd4,e2:Bd5')
    """

    ruleset: Ruleset
    """The rules that moves follow."""
    boards: NDArray[np.uint64]
    """[n, 4]: each position's white men, white kings, black men and black kings as sets of squares, bit k for square k
    (a1 = 0)."""
    white_to_move: NDArray[np.bool_]
    """[n]"""

    # ---- making ------------------------------------------------------------------------------------------------------

    def __init__(
        self, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], ruleset: str | Ruleset = "turkish"
    ) -> None:
        """Copies the arrays. Raises SetupError, which names the first row that is not a position, and
        UnknownRuleset."""
        rules = find_ruleset(ruleset)
        expect_sound(boards, white_to_move, rules)
        self._set(rules, boards.copy(order="C"), white_to_move.copy())

    def _set(self, ruleset: Ruleset, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_]) -> None:
        boards.flags.writeable = white_to_move.flags.writeable = False
        self.__dict__.update(ruleset=ruleset, boards=boards, white_to_move=white_to_move)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} of Positions cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} of Positions cannot be taken away")

    def _with(self, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_]) -> Self:
        """Other positions under the same rules, which are known to be valid."""
        others = object.__new__(type(self))
        others._set(self.ruleset, np.ascontiguousarray(boards), np.ascontiguousarray(white_to_move))
        return others

    @classmethod
    def start(cls, count: int = 1, ruleset: str | Ruleset = "turkish") -> Self:
        """The position from which games begin, `count` times. Raises UnknownRuleset, BadArgument."""
        return cls.of([Position.start(ruleset)])[np.zeros(expect_whole("count", count, 0, MOST), np.intp)]

    @classmethod
    def of(cls, positions: Iterable[Position], ruleset: str | Ruleset | None = None) -> Self:
        """The array of positions, which have to be of one ruleset. Raises BadArgument if they are not, or if there are
        no positions and no ruleset is given."""
        listed = [expect_kind("a position", position, Position) for position in expect_each("positions", positions)]
        rules = {position.ruleset.name for position in listed} | ({find_ruleset(ruleset).name} if ruleset else set())
        if len(rules) != 1:
            raise BadArgument(f"positions of {', '.join(sorted(rules)) or 'no ruleset'}: expected one ruleset for all")
        rows = [_row(position) for position in listed]
        boards = np.array([board for board, _ in rows], np.uint64).reshape(-1, 4)
        return cls(boards, np.array([turn for _, turn in rows], np.bool_), rules.pop())

    @classmethod
    def from_fens(cls, fens: Iterable[str], ruleset: str | Ruleset = "turkish") -> Self:
        """The positions of FENs; FENs in the form that `to_fens` writes take less than a microsecond each. Raises
        FenError, which names the first one that cannot be read, and UnknownRuleset."""
        rules = find_ruleset(ruleset)
        texts = [expect_kind("a FEN", fen, str) for fen in expect_each("fens", fens)]
        boards, white_to_move, read = _kernel.batch_read_fens(texts)
        for at in np.flatnonzero(~read | impossible(boards, rules)).tolist():
            boards[at], white_to_move[at] = _row(_read(texts[at], rules, at))
        found = object.__new__(cls)
        found._set(rules, boards, white_to_move)
        return found

    # ---- as a sequence -----------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.boards)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Position: ...
    @overload
    def __getitem__(self, index: slice | list[int] | NDArray[np.bool_] | NDArray[np.integer[Any]]) -> Self: ...
    def __getitem__(self, index: Any) -> Position | Self:
        """One position by its number, or several as NumPy selects rows: by a slice, a mask or numbers. Raises
        IndexError, and BadArgument for an index of another kind."""
        if index is None or isinstance(index, bool | np.bool_ | tuple) or np.ndim(index) > 1:
            raise bad("an index", index, "a whole number, a slice, or a list or array [n]")
        boards = self.boards[index]
        if boards.ndim == 1:
            white_men, white_kings, black_men, black_kings = map(int, boards)
            white_to_move = bool(self.white_to_move[index])
            return Position(
                _kernel.Position(self.ruleset.name, white_men, white_kings, black_men, black_kings, white_to_move)
            )
        return self._with(boards, self.white_to_move[index])

    def to_fens(self) -> list[str]:
        """The FEN of each position.

        >>> Positions.from_fens(["W:Wa2:BKh8"]).to_fens()
        ['W:Wa2:BKh8']
        """
        return _kernel.batch_write_fens(self.boards, self.white_to_move)

    def __iter__(self) -> Iterator[Position]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} Positions, {self.ruleset.name}>"

    # ---- moving ------------------------------------------------------------------------------------------------------

    def legal_moves(self, threads: int = 1) -> Moves:
        """Every legal move of every position. Draw rules are ignored here: see `results`."""
        return Moves(*_kernel.batch_moves(*self._arrays, threads=expect_threads(threads)))

    def mask(self, threads: int = 1) -> NDArray[np.bool_]:
        """[n, ACTIONS]: which actions are legal in each position; `.reshape(-1, 64, 64)` orders them by origin and
        target."""
        return _kernel.batch_mask(*self._arrays, threads=expect_threads(threads))

    def play(self, choice: NDArray[np.integer[Any]], threads: int = 1) -> Self:
        """The positions after one move in each: `choice` [n] has its number among the position's legal moves, or -1
        to keep the position.

        Raises IllegalMove for a number that no legal move has, and BadArgument unless there is one whole number for
        each position.
        """
        numbers = whole_numbers("choice", choice, len(self))
        boards, white_to_move, possible = _kernel.batch_play(*self._arrays, numbers, threads=expect_threads(threads))
        if not possible.all():
            at = int(possible.argmin())
            raise IllegalMove(f"position {at}: choice {numbers[at]}, expected -1 to {len(self[at].legal_moves) - 1}")
        return self._with(boards, white_to_move)

    def successors(self, threads: int = 1) -> Self:
        """The positions [m] after each legal move [m] of `legal_moves()`, in that order."""
        return self._with(*_kernel.batch_successors(*self._arrays, threads=expect_threads(threads)))

    # ---- looking -----------------------------------------------------------------------------------------------------

    def results(self, one_each: OneEach | None = None, threads: int = 1) -> Results:
        """Which games are over, and which side won. `one_each` is the ruleset's own unless given."""
        can_move, can_capture = _kernel.batch_mobility(*self._arrays, threads=expect_threads(threads))
        if one_each is None:
            reading = self.ruleset.endings.one_each
        else:
            reading = expect_kind("one_each", one_each, OneEach)
        return Results.of(self.boards, self.white_to_move, can_move, can_capture, reading)

    def perft(self, depth: int, threads: int = 1) -> NDArray[np.uint64]:
        """[n]: how many sequences of `depth` legal moves start at each position. Raises BadArgument."""
        plies = expect_whole("depth", depth, 0, DEEPEST)
        return _kernel.batch_perft(*self._arrays, plies, threads=expect_threads(threads))

    def keys(self, threads: int = 1) -> NDArray[np.uint64]:
        """[n]: a 64-bit hash of each position, the same as `Position.key`."""
        return _kernel.batch_keys(*self._arrays, threads=expect_threads(threads))

    def evaluate(self, weights: bytes | None = None, threads: int = 1) -> NDArray[np.int32]:
        """[n]: the value of each position for its side to move, in centimen, without any search. If a capture is
        possible the number means little.

        It comes from the hand-made evaluation, or from tables that `damaci.engine.weights` reads.
        Raises BadArgument for tables of the wrong length or with numbers out of range.
        """
        if weights is not None:
            expect_kind("weights", weights, bytes)
        try:
            return _kernel.batch_evaluate(*self._arrays, weights, threads=expect_threads(threads))
        except ValueError as error:
            raise BadArgument(str(error)) from None

    def replaced(self, where: NDArray[np.bool_], others: Self) -> Self:
        """These positions, with those of `others` where the mask [n] is true. Raises BadArgument."""
        expect_kind("others", others, Positions)
        if others.ruleset != self.ruleset or len(others) != len(self) or np.shape(where) != (len(self),):
            raise bad("where and others", others, f"a mask and positions of {self.ruleset.name}, {len(self)} of each")
        boards = np.where(where[:, None], others.boards, self.boards)
        return self._with(boards, np.where(where, others.white_to_move, self.white_to_move))

    def planes(self) -> NDArray[np.bool_]:
        """[n, 4, 8, 8]: white men, white kings, black men, black kings, each by rank from 1 and file from a."""
        return bits.unpack(self.boards).reshape(-1, 4, 8, 8).astype(np.bool_)

    def for_mover(self) -> Self:
        """Each position as its side to move sees it: if Black is to move, the board is turned round and the colours are
        swapped, so that White is to move in all positions.

        The rules are the same from both sides. An action on a board becomes `ACTIONS - 1 - action` on the turned board.
        """
        boards = np.where(self.white_to_move[:, None], self.boards, bits.turn_round(self.boards))
        return self._with(boards, np.ones(len(self), np.bool_))

    @property
    def _arrays(self) -> tuple[str, NDArray[np.uint64], NDArray[np.bool_]]:
        return self.ruleset.name, self.boards, self.white_to_move


def _read(fen: str, ruleset: Ruleset, at: int) -> Position:
    """The position of the FEN at this index. Raises FenError, which names the index."""
    try:
        return Position.from_fen(fen, ruleset)
    except FenError as error:
        error.args = (f"position {at}: {error}",)
        raise


def _row(position: Position) -> tuple[list[int], bool]:
    """A position's board, and whether White is to move."""
    board = [position.men(color) if men else position.kings(color) for color in Color for men in (True, False)]
    return board, position.turn is Color.WHITE
