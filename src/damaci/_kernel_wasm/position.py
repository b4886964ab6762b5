"""Positions."""

from collections.abc import Mapping
from struct import Struct
from typing import Any, final

from damaci._kernel_wasm import forms, written
from damaci._kernel_wasm.arguments import at_least, expect_megabytes
from damaci._kernel_wasm.forms import Move, Reader
from damaci._kernel_wasm.module import Function
from damaci._kernel_wasm.rules import ruleset_number, rulesets
from damaci._kernel_wasm.terms import terms_fields

_key = Function("key", forms.POSITION)
_moves = Function("moves", forms.POSITION)
_paths = Function("paths", forms.POSITION + forms.MOVE + "I")
_all_captures = Function("all_captures", forms.POSITION + "I")
_play = Function("play", forms.POSITION + forms.MOVE)
_perft = Function("perft", forms.POSITION + "IIB")
_placed = Struct("<QQQB")
_RULESETS = rulesets()

Paths = list[tuple[list[int], list[int]]]
Fields = tuple[int, int, int, int, bool]
"""The fields of `forms.POSITION`."""


@final
class Position:
    """An immutable position under one ruleset. Equal and hashable by value."""

    __slots__ = ("fields",)

    fields: Fields

    def __init__(
        self, ruleset: str, white_men: int, white_kings: int, black_men: int, black_kings: int, white_to_move: bool
    ) -> None:
        """Raises ValueError for an unknown ruleset, and for two pieces on one square."""
        white = white_men | white_kings
        black = black_men | black_kings
        if white_men & white_kings or black_men & black_kings or white & black:
            raise ValueError("two pieces on one square: the four sets of pieces must not overlap")
        self.fields = (white, black, white_kings | black_kings, ruleset_number(ruleset), bool(white_to_move))

    @classmethod
    def _of(cls, fields: Fields) -> "Position":
        position = object.__new__(cls)
        position.fields = fields
        return position

    @property
    def ruleset(self) -> str:
        """The name of the ruleset."""
        return _RULESETS[self.fields[3]]

    @property
    def white_men(self) -> int:
        """Their squares."""
        return self.fields[0] & ~self.fields[2]

    @property
    def white_kings(self) -> int:
        """Their squares."""
        return self.fields[0] & self.fields[2]

    @property
    def black_men(self) -> int:
        """Their squares."""
        return self.fields[1] & ~self.fields[2]

    @property
    def black_kings(self) -> int:
        """Their squares."""
        return self.fields[1] & self.fields[2]

    @property
    def white_to_move(self) -> bool:
        """Whether white is to move."""
        return self.fields[4]

    @property
    def key(self) -> int:
        """64-bit hash of the placement and the side to move."""
        return int.from_bytes(_key(*self.fields), "little")

    def moves(self) -> list[Move]:
        """Every legal move."""
        return forms.read_moves(_moves(*self.fields))

    def capture_count(self) -> int:
        """The most pieces that a legal move captures."""
        return max((captured.bit_count() for _, _, captured in self.moves()), default=0)

    def paths(self, move: Move, limit: int = 1000) -> Paths:
        """Legal paths of a legal move. Raises ValueError when the move is not legal here."""
        try:
            return _read_paths(_paths(*self.fields, *forms.move_fields(move), min(limit, forms.MOST_PLACES)))
        except ValueError:
            raise _illegal(move) from None

    def all_captures(self, limit: int = 1000) -> Paths:
        """Every capture path the pieces could physically make."""
        return _read_paths(_all_captures(*self.fields, min(limit, forms.MOST_PLACES)))

    def play(self, move: Move) -> "Position":
        """Raises ValueError when the move is not legal here."""
        try:
            white, black, kings, turn = _placed.unpack(_play(*self.fields, *forms.move_fields(move)))
        except ValueError:
            raise _illegal(move) from None
        return self._of((white, black, kings, self.fields[3], bool(turn)))

    def promote_all(self, white: bool) -> "Position":
        """The same position with every man of one side a king."""
        whites, blacks, kings, ruleset, turn = self.fields
        return self._of((whites, blacks, kings | (whites if white else blacks), ruleset, turn))

    def perft(self, depth: int, threads: int = 1, hash_megabytes: int = 0, paths: bool = False) -> int:
        """Sequences of moves, or of capture paths, counted by one thread. Raises ValueError, MemoryError."""
        at_least(0, depth, "depth")
        at_least(1, threads, "threads")
        expect_megabytes(0, hash_megabytes)
        return int.from_bytes(_perft(*self.fields, depth, hash_megabytes, paths), "little")

    # ---- written games: see written.py ----

    def read_game(self, text: str, last_three_kings: bool = False) -> str | None:
        """The result at the end of one game's PDN; None unless everything in it is known to be right."""
        return written.read_game(self.fields, text, last_three_kings)

    def transcribe(self, text: str, last_three_kings: bool = False) -> tuple[list[str], list[tuple[int, str]]] | None:
        """The moves of a game as JSON, and its remarks."""
        return written.transcribe(self.fields, text, last_three_kings)

    def write_words(self, text: str, last_three_kings: bool = False) -> str | None:
        """The words of a game's PDN, written again."""
        return written.write_words(self.fields, text, last_three_kings)

    def replay(
        self, line: str, endings: Mapping[str, Any], last_three_kings: bool = False, touch_move: bool = False
    ) -> list[tuple["Position", int, str, int, int, int, int, int]] | None:
        """Plays through everything that happened on a board."""
        plies = written.replay(self.fields, line, terms_fields(endings, last_three_kings), touch_move)
        if plies is None:
            return None
        ruleset = self.fields[3]
        return [
            (self._of((ply.white, ply.black, ply.kings, ruleset, ply.white_to_move)), ply.key, ply.text, *ply.counters)
            for ply in plies
        ]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.fields == other.fields

    def __hash__(self) -> int:
        return hash(self.fields)


def _read_paths(data: memoryview | bytes) -> Paths:
    reader = Reader(data)
    paths = []
    while reader:
        squares = reader.octets()
        paths.append((squares, reader.octets()))
    return paths


def _illegal(move: Move) -> ValueError:
    origin, target, captured = move
    return ValueError(f"({origin}, {target}, {captured}) is not a legal move here")
