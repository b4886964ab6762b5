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
    """Some of "forward", "forward-right", "right", "backward-right", "backward", "backward-left", "left",
    "forward-left"."""
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
        """The most pieces that a legal move captures; 0 when nothing can be captured."""
    def paths(self, move: Move, limit: int = 1000) -> list[tuple[list[int], list[int]]]:
        """Legal paths of a legal move, at most `limit`: (squares from origin to target, captured squares in order of
        capture).

        Raises ValueError when the move is not legal here.
        """
    def all_captures(self, limit: int = 1000) -> list[tuple[list[int], list[int]]]:
        """Every capture path the pieces could physically make, unfinished and short ones too. Refusals are explained
        with them."""
    def play(self, move: Move) -> Position:
        """Raises ValueError when the move is not legal here."""
    def read_game(self, text: str, last_three_kings: bool = False) -> str | None:
        """Plays through one game's PDN from here: the result at its end, empty if there is none.

        None unless everything in it is known to be right: Python then reads it again and reports what is wrong.
        """
    def replay(
        self, line: str, endings: Endings, last_three_kings: bool = False, touch_move: bool = False
    ) -> list[tuple[Position, int, str, int, int, int, int, int]] | None:
        """Plays through everything that happened on a board, in the form of kernel/replay.hpp, and checks it. For each
        ply that was not taken back: the position after it and its key, the move's shortest text, the set of squares of
        new kings, and the counters of damaci.game.draws in their order.

        None unless everything is known to be right: Python then plays it again and reports what is wrong.
        """
    def transcribe(self, text: str, last_three_kings: bool = False) -> tuple[list[str], list[tuple[int, str]]] | None:
        """Plays through one game's PDN from here. Returns its moves as objects of JSON without the closing brace, in
        the order of the text, variations included, and its remarks (comments, NAGs, strength signs, brackets) as
        written, each with the number of moves before it.

        None if `read_game` gives None, and if a text does not determine the path of a capture.
        """
    def write_words(self, text: str, last_three_kings: bool = False) -> str | None:
        """Plays through one game's PDN from here, and writes it again: words separated by spaces, with \\x1f instead of
        a space where a line must not be broken. None if `read_game` gives None."""
    def perft(self, depth: int, threads: int = 1, hash_megabytes: int = 0, paths: bool = False) -> int:
        """Sequences of moves, or of capture paths. With hash_megabytes, counts are remembered in a table of that size.

        Raises ValueError for a number out of range, and for paths where a side has more than 16 pieces; MemoryError for
        a table that is too large. Releases the interpreter lock; interruptible by Ctrl-C.
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
    """The parameters of a new searcher (kernel/search/parameters.hpp)."""

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
        contempt: int = 0,
        tables: Tables | None = None,
        on_depth: Callable[[Report], None] | None = None,
    ) -> Report:
        """Deepens until a limit (0 = none) is reached or stop() is called; at least depth 1 is always finished.

        history: keys of the positions before this one that can still occur again, oldest first; quiet_plies: plies
        since the last capture or man's move; last_three_kings: the option of that name is on. contempt: what a draw
        costs the side to move, in centimen. tables: endgame tables made under the same rules (ValueError otherwise);
        nothing may be added to them meanwhile. Releases the interpreter lock; takes it for each on_depth call; an
        exception from on_depth stops the search and is raised. No legal move: lines is empty. Interruptible by Ctrl-C
        on the main thread.
        """
    def learn(self, ruleset: str, weights: bytes) -> None:
        """From now on evaluates positions of this ruleset by the weights that the lab has learned
        (kernel/eval/network.hpp has the layout).

        Raises ValueError for an unknown ruleset, for weights of the wrong length or out of range, RuntimeError while
        a search runs.
        """
    def tune(self, parameters: dict[str, int]) -> None:
        """From now on searches with these values of the parameters of these names (search_parameters).

        Raises ValueError for an unknown name or a number out of range, RuntimeError while a search runs.
        """
    def stop(self) -> None:
        """Makes the running search return its last finished depth within 10 ms; can be called from any thread. A stop
        before a search starts has no effect."""
    def clear(self) -> None:
        """Forget the transposition table."""

Material = tuple[int, int, int, int]
"""Men and kings of the side to move, men and kings of the other side. Each at most 6; ValueError otherwise, or when a
side has no pieces."""

class Counts(TypedDict):
    """The numbers of a material's positions by outcome, mirror images included."""

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
    """Neither side can capture, and the side that has to move loses, whichever it is."""
    draws_to_move: tuple[int, Position | None]
    """Neither side can capture; a draw for the side to move, which would win if the other side had to move."""

@final
class Solver:
    """Makes endgame tables in memory, with one byte for each position. One call at a time; interruptible by Ctrl-C."""

    def __init__(
        self,
        ruleset: str,
        one_each: Literal["never", "at-once", "unless-capture"],
        kings_only_moves: int = 0,
        threads: int = 1,
    ) -> None: ...
    @staticmethod
    def size(ruleset: str, material: Material) -> int:
        """How many numbers the positions of this material have: bytes of memory. Mirror images share one."""
    def load(self, material: Material, packed: Any) -> None:
        """Loads a table that was packed before (any buffer of bytes); the tables after its captures have to be in
        memory.

        Raises ValueError when it is not a table of this material.
        """
    def drop(self, material: Material) -> None:
        """Frees its memory."""
    def solve(self, material: Material) -> None:
        """Solves a material from both sides; all that it can turn into has to be in memory (IndexError otherwise)."""
    def mistakes(self, material: Material) -> int:
        """How many positions of a solved material, from both sides, have an outcome that does not follow from their
        moves; 0 if all is right."""
    def packed(self, material: Material) -> bytes:
        """The table in the form of kernel/tablebase/packed.hpp. Raises KeyError when it is not in memory."""
    def counts(self, material: Material) -> Counts:
        """Raises KeyError when it is not in memory."""

Part = tuple[Material, Sequence[int], Sequence[int]]
"""A material, and how many men of the side to move and of the other stand on each of the 8 ranks, as the side to move
counts them. ValueError for a part that does not exist."""

@final
class PartSolver:
    """Makes endgame tables part by part. It keeps in memory one part, from both sides, the parts to which a step
    forward leads, and all needed tables of fewer pieces. One call at a time; interruptible by Ctrl-C."""

    def __init__(
        self,
        ruleset: str,
        one_each: Literal["never", "at-once", "unless-capture"],
        kings_only_moves: int = 0,
        threads: int = 1,
    ) -> None: ...
    @staticmethod
    def size(ruleset: str, part: Part) -> int:
        """How many numbers the positions of this part have: bytes of memory."""
    @staticmethod
    def room(ruleset: str) -> Sequence[int]:
        """How many men of the side to move can stand on each rank."""
    def load(self, material: Material, packed: Any) -> None:
        """Loads a table of fewer pieces (any buffer of bytes); the tables after its captures have to be there.

        Raises ValueError when it is not a table of this material.
        """
    def add(self, material: Material, packed: Any) -> None:
        """Adds a table with the same number of pieces, to which promotions lead. It is read in place.

        Raises ValueError when it cannot be a table of this material.
        """
    def load_part(self, part: Part, packed: Any) -> None:
        """Loads a part in the form that `packed` gives. Raises ValueError when the bytes are not of this part."""
    def drop_parts(self) -> None:
        """Frees the memory of all parts."""
    def solve(self, part: Part) -> None:
        """Solves a part from both sides; all parts to which it leads have to be there (IndexError otherwise)."""
    def mistakes(self, part: Part) -> int:
        """How many positions of a solved part, from both sides, have an outcome that does not follow from their
        moves."""
    def packed(self, part: Part) -> bytes:
        """All its outcomes, in the form of kernel/tablebase/packed.hpp. Raises KeyError when it is not in memory."""

def assemble(
    ruleset: str, material: Material, parts: Sequence[tuple[Sequence[int], Sequence[int], Any]]
) -> tuple[bytes, Counts]:
    """The table of a material in the form of kernel/tablebase/packed.hpp, from all its parts: how many men of either
    side stand on each rank, and the result of `PartSolver.packed` (any buffer of bytes). `Solver.packed` gives the same
    bytes.

    Interruptible by Ctrl-C. Raises ValueError for a damaged part, IndexError if one is missing.
    """

@final
class Tables:
    """Finished endgame tables of one ruleset and one reading of one-each."""

    def __init__(self, ruleset: str, one_each: Literal["never", "at-once", "unless-capture"]) -> None: ...
    def add(self, material: Material, packed: Any) -> None:
        """Adds a table. The bytes (any buffer) are read in place, and only when an outcome is needed: a damaged block
        gives wrong outcomes. Raises ValueError when they cannot be a table of this material."""
    def probe(self, position: Position) -> int | None:
        """0 for a draw. Otherwise the plies to the end plus one: after an even number of plies the side to move has
        lost, after an odd number it has won.

        None if a table is missing. Raises ValueError for a position of another ruleset.
        """
    def survey(self, material: Material, longest_win: int) -> Survey:
        """A survey of all positions in its tables; `longest_win` is that of `Counts`. Needs a byte of memory for each
        position of both sides; interruptible by Ctrl-C. Raises KeyError when a table of either side is missing."""

@final
class Places:
    """The places of outcomes in tables, for programs that read parts of a file. One call at a time."""

    def __init__(self, ruleset: str) -> None: ...
    def find(self, position: Position) -> tuple[Material, int] | None:
        """The table and the number of the outcome in it; None for a position that no table can have.

        The number stored for a position with a capture has no meaning. Raises ValueError for a position of another
        ruleset.
        """

def unpack_block(codes: bytes, block: bytes, size: int) -> bytes:
    """The `size` outcomes of one block of a table whose first 256 bytes are `codes`: see kernel/tablebase/packed.hpp.
    Raises ValueError when the bytes are not such a block."""

# ---- arrays of positions: boards [n, 4] (white men, white kings, black men, black kings), one ruleset. All functions
# release the interpreter lock, are interruptible by Ctrl-C, and raise ValueError for arrays of different lengths, an
# unknown ruleset, or threads < 1.

def batch_read_fens(fens: list[str]) -> tuple[NDArray[np.uint64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Boards and turns, and which of the FENs were read: only FENs in the form that is written are. It is not checked
    whether the pieces may stand on their squares."""

def batch_write_fens(boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_]) -> list[str]: ...
def batch_moves(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64]]:
    """Offsets [n + 1] of each position's moves, and the moves: origin, target, captured, sorted in that order."""

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
    """Boards and turns after each position's chosen move, or unchanged if the choice is -1; and whether there is such a
    move."""

def batch_mobility(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], threads: int = 1
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the side to move has a legal move, and whether it can capture."""

def batch_keys(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], threads: int = 1
) -> NDArray[np.uint64]:
    """Position.key of each position."""

def batch_perft(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], depth: int, threads: int = 1
) -> NDArray[np.uint64]:
    """Position.perft of each position; ValueError when the depth is negative."""

def batch_evaluate(
    ruleset: str, boards: NDArray[np.uint64], white_to_move: NDArray[np.bool_], weights: bytes | None, threads: int = 1
) -> NDArray[np.int32]:
    """The value of each position for its side to move, in centimen: by the hand-made evaluation, or by learned
    `weights`.

    The evaluation does not look at possible captures. ValueError for weights of another length than in
    kernel/eval/network.hpp.
    """
