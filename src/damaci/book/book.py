"""An opening book: the values of positions, found by searches far deeper than a search during a game can be."""

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
    """A move and its value."""

    move: Move
    value: int
    """In centimen, for the side that makes it."""


class Book:
    """The book of one ruleset: positions and their values."""

    def __init__(self, file: bytes) -> None:
        """`file`: the result of `pack_book`. Raises DamaciError for another kind of file, or a damaged one."""
        self._records = BookRecords(file, HEADER, _VALUE_BYTES)

    def __len__(self) -> int:
        return len(self._records)

    def value(self, position: Position) -> int | None:
        """The value of the position in centimen, for its side to move; None if the book does not have it."""
        found = self._records.find(canonical_key(position))
        if found is None:
            return None
        return int.from_bytes(found, "big", signed=True)

    def moves(self, position: Position) -> tuple[BookMove, ...]:
        """All legal moves, best first; none if the book does not know the values of all of them."""
        found = []
        for move in position.legal_moves:
            value = self.value(position.play(move))
            if value is None:
                return ()
            found.append(BookMove(move, -value))
        return tuple(sorted(found, key=lambda each: -each.value))


def pack_book(values: Iterable[tuple[int, int]]) -> bytes:
    """The file of a book with these canonical keys and values in centimen for the side to move."""
    return pack(HEADER, ((key, value.to_bytes(_VALUE_BYTES, "big", signed=True)) for key, value in values))
