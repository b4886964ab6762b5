"""The compiled kernel as Python sees it. Squares are 0 (a1) ... 63 (h8); sets of squares are 64-bit integers, bit n =
square n."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypedDict, final

import numpy as np
from numpy.typing import NDArray

BUILD: Literal["baseline", "x86-64-v3"]
"""Which of the compiled variants this process runs."""

class Movement(TypedDict):
    """How the pieces of one ruleset move and capture (kernel/rules.hpp). Directions are named from the mover's side of
    the board."""

    name: str
    dark_squares_only: bool
    men_ranks: tuple[int, ...]
    """Ranks (1-8, seen from the owner) that the owner's men fill at the start."""
    man_moves: tuple[str, ...]
    """Of "forward", "forward-right", "right", "backward-right", "backward", "backward-left", "left", "forward-left"."""
    man_captures: tuple[str, ...]
    king_moves: tuple[str, ...]
    king_captures: tuple[str, ...]
    king_landing: Literal["any-behind", "right-behind"]
    removal: Literal["at-once", "after-move"]
    choice: Literal["maximum", "any"]
    priority: Literal["none", "king-first", "king-among-equals"]

def rulesets() -> list[str]: ...
def movement(ruleset: str) -> Movement:
    """Raises ValueError for a name not in rulesets()."""

Move = tuple[int, int, int]
"""(origin, target, set of captured squares): a move's identity."""

@final
class Position:
    """An immutable position under one ruleset. Equal and hashable by value."""

    def __init__(
        self, ruleset: str, white_men: int, white_kings: int, black_men: int, black_kings: int, white_to_move: bool
    ) -> None: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def white_men(self) -> int: ...
    @property
    def white_kings(self) -> int: ...
    @property
    def black_men(self) -> int: ...
    @property
    def black_kings(self) -> int: ...
    @property
    def white_to_move(self) -> bool: ...
    @property
    def key(self) -> int:
        """64-bit hash of the placement and the side to move."""
    def moves(self) -> list[Move]: ...
    def capture_count(self) -> int:
        """How many pieces every legal move takes at most; 0 when nothing can be taken."""
    def paths(self, move: Move, limit: int = 1000) -> list[tuple[list[int], list[int]]]:
        """Legal paths of a legal move, at most `limit`: (squares from origin to target, captured squares in order of
        capture).

        Raises ValueError when the move is not legal here.
        """
    def all_captures(self, limit: int = 1000) -> list[tuple[list[int], list[int]]]:
        """Every capture path the pieces could physically make, unfinished and short ones too: what refusals are
        explained with."""
    def play(self, move: Move) -> Position:
        """Raises ValueError when the move is not legal here."""
    def read_game(self, text: str, last_three_kings: bool = False) -> str | None:
        """Plays through one game's PDN from here: the result that it ends with, empty if with none.

        None when not everything in it is certainly right: Python reads it again and reports what is wrong.
        """
    def replay(
        self, line: str, endings: Endings, last_three_kings: bool = False, touch_move: bool = False
    ) -> list[tuple[Position, int, str, int, int, int, int, int]] | None:
        """Plays through all that happened on a board, in the form of kernel/replay.hpp, and checks it. Of each ply that
        stands in the end: the position after it and its key, the move's shortest text, the set of squares of new kings,
        and the counters of damaci.game.draws in their order.

        None when not everything is certainly right: Python plays it again and reports what is wrong.
        """
    def transcribe(self, text: str, last_three_kings: bool = False) -> tuple[list[str], list[tuple[int, str]]] | None:
        """Plays through one game's PDN from here. Its moves as objects of JSON without the closing brace, in the order
        of the text, variations included. And its remarks (comments, NAGs, strength signs, brackets) as written, each
        with the number of moves before it.

        None where `read_game` gives None, and where a text leaves open by which path a capture goes.
        """
    def write_words(self, text: str, last_three_kings: bool = False) -> str | None:
        """Plays through one game's PDN from here, and writes it anew: words with a space between any two, and \\x1f in
        place of a space where a line is not to be broken. None where `read_game` gives None."""
    def perft(self, depth: int, threads: int = 1, hash_megabytes: int = 0, paths: bool = False) -> int:
        """Sequences of moves, or of capture paths. With hash_megabytes, counts are remembered in a table of that size.

        Raises ValueError for a number out of range, and for paths where a side has more than 16 pieces; MemoryError for
        too large a table. Releases the interpreter lock; interruptible by Ctrl-C.
        """
    def promote_all(self, white: bool) -> Position:
        """The same position with every man of one side a king (the last-three-become-kings option)."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Endings(TypedDict, total=False):
    """Draw rules that the search honours. Missing or 0/"never" means the rule is off."""

    one_each: Literal["never", "at-once", "unless-capture"]
    kings_only_moves: int
    repetitions: int
    no_progress_moves: int

class Score(TypedDict, total=False):
    """Exactly one key: centimen from the side to move, or plies to a proven win or loss, or draw: the line ends in one
    by the rules."""

    cp: int
    win: int
    loss: int
    draw: bool

class Line(TypedDict):
    score: Score
    pv: list[Move]

class Report(TypedDict):
    depth: int
    nodes: int
    seconds: float
    lines: list[Line]

def search_parameters() -> dict[str, int]:
    """The numbers that a new searcher searches with (kernel/search/parameters.hpp)."""

@final
class Searcher:
    """A search with its own transposition table. One search at a time (RuntimeError otherwise)."""

    def __init__(self, hash_megabytes: int = 64) -> None: ...
    def search(
        self,
        position: Position,
        *,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        lines: int = 1,
        threads: int = 1,
        history: Sequence[int] = (),
        quiet_plies: int = 0,
        endings: Endings = ...,
        last_three_kings: bool = False,
        tables: Tables | None = None,
        on_depth: Callable[[Report], None] | None = None,
    ) -> Report:
        """Deepens until a limit (0 = none) is reached or stop() is called; at least depth 1 is always finished.

        history: keys of the positions before this one that can still occur again, oldest first; quiet_plies: plies
        since the last capture or man's move; last_three_kings: the option of that name is on. tables: endgame tables
        made under the same rules (ValueError otherwise); not to be added to meanwhile. Releases the interpreter lock;
        takes it for each on_depth call; an exception from on_depth stops the search and is raised. No legal move: lines
        is empty. Interruptible by Ctrl-C on the main thread.
        """
    def learn(self, ruleset: str, weights: bytes) -> None:
        """From now on evaluates positions of this ruleset by what the lab has learned (kernel/eval/network.hpp has the
        layout).

        Raises ValueError for an unknown ruleset, weights of another length or too great ones, RuntimeError while a
        search runs.
        """
    def tune(self, parameters: dict[str, int]) -> None:
        """From now on searches with these numbers in place of those of the same names (search_parameters).

        Raises ValueError for an unknown name or a number out of range, RuntimeError while a search runs.
        """
    def stop(self) -> None:
        """From any thread; the running search returns its last finished depth within 10 ms. A stop before a search
        starts is forgotten."""
    def clear(self) -> None:
        """Forget the transposition table."""

Material = tuple[int, int, int, int]
"""Men and kings of the side to move, men and kings of the other. Each at most 6; ValueError otherwise, or when a side
has nothing."""

class Counts(TypedDict):
    """Of all positions of a material, mirror images included."""

    positions: int
    win: int
    """Won by the side to move."""
    draw: int
    loss: int
    longest_win: int
    """In plies; 0 when there is none."""

class Survey(TypedDict):
    """The side whose pieces are named first is to move. Numbers count mirror images; positions are first examples."""

    longest: Position | None
    """A win that takes as many plies as any."""
    both_lose: tuple[int, Position | None]
    """Nobody can capture, and whoever moves loses."""
    draws_to_move: tuple[int, Position | None]
    """Nobody can capture; a draw, but a win if the other had to move."""

@final
class Solver:
    """Makes endgame tables, in memory: a byte a position. One call at a time; interruptible by Ctrl-C."""

    def __init__(
        self,
        ruleset: str,
        one_each: Literal["never", "at-once", "unless-capture"],
        kings_only_moves: int = 0,
        threads: int = 1,
    ) -> None: ...
    @staticmethod
    def size(ruleset: str, material: Material) -> int:
        """Numbers that positions of this material have: bytes of memory. Mirror images share one."""
    def load(self, material: Material, packed: Any) -> None:
        """Takes a table that was packed before (any buffer of bytes); what its captures lead to has to be in memory.

        Raises ValueError when it is none of this material.
        """
    def drop(self, material: Material) -> None:
        """Frees its memory."""
    def solve(self, material: Material) -> None:
        """From both sides; all that it can turn into has to be in memory (IndexError otherwise)."""
    def mistakes(self, material: Material) -> int:
        """Positions of a solved material, from both sides, whose outcome does not follow from their moves. None, if all
        is well."""
    def packed(self, material: Material) -> bytes:
        """The table in the form of kernel/tablebase/packed.hpp. Raises KeyError when it is not in memory."""
    def counts(self, material: Material) -> Counts:
        """Raises KeyError when it is not in memory."""

Part = tuple[Material, Sequence[int], Sequence[int]]
"""A material, and how many men of the side to move and of the other stand on each of the 8 ranks, as the side to move
counts them. ValueError for a part that there is not."""

@final
class PartSolver:
    """Makes endgame tables part by part: in memory are one part, from both sides, what a step forward leads to, and all
    needed tables of fewer pieces. One call at a time; interruptible by Ctrl-C."""

    def __init__(
        self,
        ruleset: str,
        one_each: Literal["never", "at-once", "unless-capture"],
        kings_only_moves: int = 0,
        threads: int = 1,
    ) -> None: ...
    @staticmethod
    def size(ruleset: str, part: Part) -> int:
        """Numbers that positions of this part have: bytes of memory."""
    @staticmethod
    def room(ruleset: str) -> Sequence[int]:
        """How many men of the side to move can stand on each rank."""
    def load(self, material: Material, packed: Any) -> None:
        """Takes a table of fewer pieces (any buffer of bytes); what its captures lead to has to be there.

        Raises ValueError when it is none of this material.
        """
    def add(self, material: Material, packed: Any) -> None:
        """Takes a table of as many pieces, to which promotions lead. It is looked into in place.

        Raises ValueError when it cannot be one of this material.
        """
    def load_part(self, part: Part, packed: Any) -> None:
        """Takes a part as `packed` gives it. Raises ValueError when it is none of this part."""
    def drop_parts(self) -> None:
        """Frees their memory."""
    def solve(self, part: Part) -> None:
        """From both sides; all that it leads to has to be there (IndexError otherwise)."""
    def mistakes(self, part: Part) -> int:
        """Positions of a solved part, from both sides, whose outcome does not follow from their moves."""
    def packed(self, part: Part) -> bytes:
        """All its outcomes, in the form of kernel/tablebase/packed.hpp. Raises KeyError when it is not in memory."""

def assemble(
    ruleset: str, material: Material, parts: Sequence[tuple[Sequence[int], Sequence[int], Any]]
) -> tuple[bytes, Counts]:
    """The table of a material in the form of kernel/tablebase/packed.hpp, of all its parts: how many men of either side
    stand on each rank, and what `PartSolver.packed` gave (any buffer of bytes). `Solver.packed` gives the same bytes.

    Interruptible by Ctrl-C. Raises ValueError for a damaged part, IndexError where one is missing.
    """

@final
class Tables:
    """Finished endgame tables of one ruleset and one reading of one-each."""

    def __init__(self, ruleset: str, one_each: Literal["never", "at-once", "unless-capture"]) -> None: ...
    def add(self, material: Material, packed: Any) -> None:
        """The bytes (any buffer) are looked into in place, and read when they are asked for: a damaged block gives
        wrong outcomes. Raises ValueError when they cannot be a table of this material."""
    def probe(self, position: Position) -> int | None:
        """0: a draw. Otherwise one more than the plies to the end: a loss of the side to move after an even number, a
        win after an odd one.

        None where a table is missing. Raises ValueError for a position of another ruleset.
        """
    def survey(self, material: Material, longest_win: int) -> Survey:
        """What its tables say beyond single positions; `longest_win` is that of `Counts`. Takes a byte of memory a
        position, of both sides; interruptible by Ctrl-C. Raises KeyError where a table of either side is missing."""

@final
class Places:
    """Where outcomes are stored, for those who read parts of a file. One call at a time."""

    def __init__(self, ruleset: str) -> None: ...
    def find(self, position: Position) -> tuple[Material, int] | None:
        """The table and the number of the outcome in it; None for a position that no table can have.

        What is stored for a position with a capture says nothing. Raises ValueError for a position of another ruleset.
        """

def unpack_block(codes: bytes, block: bytes, size: int) -> bytes:
    """The outcomes, `size` of them, of one block of a table whose first 256 bytes are `codes`: see
    kernel/tablebase/packed.hpp. Raises ValueError when the bytes are no such block."""

# ---- arrays of positions: boards [n, 4] (white men, white kings, black men, black kings), one ruleset. All release the
# interpreter lock, ---- are interruptible by Ctrl-C, and raise ValueError for arrays of different lengths, an unknown
# ruleset, or threads < 1.

def batch_read_fens(fens: list[str]) -> tuple[NDArray[np.uint64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Boards and turns, and which of the FENs were read: those in the form that is written. Whether the pieces may
    stand so is not checked."""

def batch_write_fens(boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_]) -> list[str]: ...
def batch_moves(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64]]:
    """Offsets [n + 1], and by them each position's moves: origin, target, captured, in that order ascending."""

def batch_successors(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], threads: int = 1
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Boards and turns after each of those moves."""

def batch_mask(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], threads: int = 1
) -> NDArray[np.bool_]:
    """[n, 4096]: whether a move leads from square a to b, at 64 * a + b."""

def batch_play(
    ruleset: str,
    boards: NDArray[np.uint64],
    white_to_move: NDArray[np.bool_],
    choice: NDArray[np.int64],
    threads: int = 1,
) -> tuple[NDArray[np.uint64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Boards and turns after each position's chosen move, or as they were where the choice is -1; and whether there is
    such a move."""

def batch_mobility(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], threads: int = 1
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the side to move has a legal move, and whether it can capture."""

def batch_keys(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], threads: int = 1
) -> NDArray[np.uint64]:
    """Position.key of each."""

def batch_perft(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], depth: int, threads: int = 1
) -> NDArray[np.uint64]:
    """Position.perft of each; ValueError when the depth is negative."""

def batch_evaluate(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], weights: bytes | None, threads: int = 1
) -> NDArray[np.int32]:
    """What each is worth to its mover, in centimen: by the hand-made evaluation, or by `weights` that were learned.

    The evaluation knows nothing of captures that are to come. ValueError for weights of another length than
    kernel/eval/network.hpp has.
    """
