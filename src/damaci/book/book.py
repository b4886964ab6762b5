"""An opening book: what positions are worth by a search that went far deeper than one in a game can."""

from collections.abc import Iterable
from dataclasses import dataclass

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.book.canonical import canonical_key
from damaci.book.records import BookRecords, pack

HEADER = b"damaci book 1\n"
_VALUE_BYTES = 2


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move, and what it is worth."""

    move: Move
    value: int
    """In centimen, for the side that makes it."""


class Book:
    """The positions of one ruleset that a book has."""

    def __init__(self, file: bytes) -> None:
        """From what `pack_book` made. Raises DamaciError for another kind of file, or a damaged one."""
        self._records = BookRecords(file, HEADER, _VALUE_BYTES)

    def __len__(self) -> int:
        return len(self._records)

    def value(self, position: Position) -> int | None:
        """What the position is worth in centimen, for its side to move; None if the book does not have it."""
        found = self._records.find(canonical_key(position))
        if found is None:
            return None
        return int.from_bytes(found, "big", signed=True)

    def moves(self, position: Position) -> tuple[BookMove, ...]:
        """All legal moves, best first; none where the book does not know every one of them."""
        found = []
        for move in position.legal_moves:
            value = self.value(position.play(move))
            if value is None:
                return ()
            found.append(BookMove(move, -value))
        return tuple(sorted(found, key=lambda each: -each.value))


def pack_book(values: Iterable[tuple[int, int]]) -> bytes:
    """The file of a book: canonical keys, and values in centimen for the side to move."""
    return pack(HEADER, ((key, value.to_bytes(_VALUE_BYTES, "big", signed=True)) for key, value in values))
