"""The layout of arguments and results, as kernel/capi*.cpp reads and writes them, in formats of `struct`."""

from struct import Struct

NUMBER = "<I"
LONG = "<Q"
POSITION = "<QQQBB"
"""White pieces, black pieces, kings, the ruleset's number, whether white is to move."""
MOVE = "QBB"
"""Captured squares, origin, target."""
TERMS = "BBIII"
"""One-each, last three kings, kings-only moves, repetitions, no-progress moves."""
MATERIAL = "BBBB"

MOST_PLACES = 2**32 - 1
"""The greatest limit on a number of results."""

_move = Struct("<" + MOVE)

Move = tuple[int, int, int]


def read_moves(data: memoryview | bytes) -> list[Move]:
    """The moves in their Python form: origin, target, captured."""
    return [(origin, target, captured) for captured, origin, target in _move.iter_unpack(data)]


def move_fields(move: Move) -> Move:
    """The fields of MOVE."""
    origin, target, captured = move
    return captured, origin, target


class Reader:
    """Reads a result, field by field."""

    def __init__(self, data: memoryview | bytes) -> None:
        self._data = memoryview(data)
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def take(self, form: Struct) -> tuple[int, ...]:
        """The next fields."""
        fields = form.unpack_from(self._data, self._at)
        self._at += form.size
        return fields

    def number(self) -> int:
        """A count."""
        return self.take(_number)[0]

    def bytes(self, size: int) -> memoryview:
        """The next `size` bytes."""
        part = self._data[self._at : self._at + size]
        self._at += size
        return part

    def octets(self) -> list[int]:
        """A list of small numbers, with its length before it."""
        [size] = self.take(_octet)
        return list(self.bytes(size))

    def text(self) -> str:
        """A text, with its length before it."""
        return str(self.bytes(self.number()), "utf-8")


_number = Struct(NUMBER)
_octet = Struct("<B")
