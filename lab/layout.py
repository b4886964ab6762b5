"""Where the weights lie in the kernel's tables (kernel/eval/patterns.hpp), and which of them a position has.

The tables lie one after the other: one for each window of the board, by the pattern of men in it; the balance of material; the
squares of White's kings, and of Black's. A weight's place counts from the beginning of the first. All is seen from White.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from damaci.batch import bits

SQUARES = 8
"""Of a window."""
PATTERNS = 3**SQUARES
UNIT = 8
"""Of the weights in the kernel: an eighth of a centiman."""
WEIGHT = np.dtype("<i2")
KINGS, MORE, PAIRS = 3, 5, 8
"""Beyond these the balance no longer tells kings, a lead in men, and pairs of men apart."""

Places = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Window:
    """Four files by two ranks, or two by four, from the lower left square on; its squares are numbered row by row."""

    file: int
    rank: int
    width: int

    @property
    def height(self) -> int:
        """In ranks."""
        return SQUARES // self.width

    def gather(self, sets: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """[n]: what of each set of squares lies in the window, bit k for its square k."""
        found = np.zeros(len(sets), np.uint8)
        row = np.uint64((1 << self.width) - 1)
        for i in range(self.height):
            shift = np.uint64(8 * (self.rank + i) + self.file)
            found |= ((sets >> shift) & row).astype(np.uint8) << np.uint8(self.width * i)
        return found


WINDOWS = (
    *(Window(file, rank, 4) for rank in range(1, 6) for file in range(0, 5, 2)),
    *(Window(file, rank, 2) for rank in range(1, 4) for file in range(7)),
)
BALANCES = (KINGS + 1, KINGS + 1, 2 * MORE + 1, PAIRS + 1)
"""By White's kings, Black's kings, White's men more than Black's, and pairs of men."""
BALANCE = len(WINDOWS) * PATTERNS
"""Where its table begins."""
WHITE_KING = BALANCE + int(np.prod(BALANCES))
BLACK_KING = WHITE_KING + 64
PLACES = BLACK_KING + 64
"""How many there are."""
EVERYWHERE = len(WINDOWS) + 1
"""Places that every position has; then come those of its kings."""

_TERNARY = np.array([sum(3**k for k in range(SQUARES) if number >> k & 1) for number in range(1 << SQUARES)], np.int32)
"""Binary digits read as ternary ones."""


def places(boards: NDArray[np.uint64]) -> tuple[Places, Places, Places]:
    """Of boards [n, 4]: the places [n, EVERYWHERE] that all have; then for each king its position's number, and its place."""
    white_men, _, black_men, _ = boards.T
    patterns = [
        PATTERNS * i + _TERNARY[window.gather(white_men)] + 2 * _TERNARY[window.gather(black_men)] for i, window in enumerate(WINDOWS)
    ]
    squares = bits.unpack(boards)
    white, black = np.nonzero(squares[:, 1]), np.nonzero(squares[:, 3])
    rows, kings = np.concatenate([white[0], black[0]]), np.concatenate([WHITE_KING + white[1], BLACK_KING + black[1]])
    return np.stack([*patterns, BALANCE + _balance(boards)], axis=1).astype(np.int32), rows.astype(np.int32), kings.astype(np.int32)


def _balance(boards: NDArray[np.uint64]) -> NDArray[np.int64]:
    white_men, white_kings, black_men, black_kings = np.bitwise_count(boards).T.astype(np.int64)
    more = np.clip(white_men - black_men, -MORE, MORE) + MORE
    pairs = np.minimum((white_men + black_men) // 2, PAIRS)
    numbers = (np.minimum(white_kings, KINGS), np.minimum(black_kings, KINGS), more, pairs)
    return np.asarray(np.ravel_multi_index(numbers, BALANCES))


def phase(boards: NDArray[np.uint64], all_pieces: int) -> NDArray[np.float64]:
    """[n]: how much of the opening is left, from the number of pieces: 1 with all of them, towards 0 with none."""
    return np.asarray(np.minimum(np.bitwise_count(boards).sum(axis=1) / all_pieces, 1.0))


def tables(weights: NDArray[np.float64]) -> bytes:
    """The kernel's tables from weights [PLACES, 2], opening and ending, in centimen. What does not fit is cut to what does."""
    limits = np.iinfo(WEIGHT)
    return np.clip(np.rint(weights * UNIT), -limits.max, limits.max).astype(WEIGHT).tobytes()


def weights(tables: bytes) -> NDArray[np.float64]:
    """[PLACES, 2]: the weights in the kernel's tables, in centimen."""
    return np.frombuffer(tables, WEIGHT).reshape(PLACES, 2) / UNIT
