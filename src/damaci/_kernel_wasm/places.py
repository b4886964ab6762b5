"""The places of outcomes in endgame tables, and single blocks of outcomes."""

from struct import Struct
from typing import final

from damaci._kernel_wasm import forms
from damaci._kernel_wasm.materials import Material
from damaci._kernel_wasm.module import Function, Handle, give
from damaci._kernel_wasm.position import Position
from damaci._kernel_wasm.rules import ruleset_number

_CODES = 256
_find = Function("places_find", forms.POSITION + "I")
_unpack = Function("unpack_block", forms.LONG)
_place = Struct("<" + forms.MATERIAL + "Q")


@final
class Places:
    """The places of outcomes of the positions of one ruleset."""

    def __init__(self, ruleset: str) -> None:
        self._number = ruleset_number(ruleset)
        self._handle = Handle("places", "<B", self._number)

    def find(self, position: Position) -> tuple[Material, int] | None:
        """The table and the number of the outcome in it; None for a position that no table can have.

        Raises ValueError for a position of another ruleset.
        """
        if position.fields[3] != self._number:
            raise ValueError("the position is of another ruleset than the tables")
        found = _find.maybe(*position.fields, self._handle.number)
        if found is None:
            return None
        own_men, own_kings, enemy_men, enemy_kings, number = _place.unpack(found)
        return (own_men, own_kings, enemy_men, enemy_kings), number


def unpack_block(codes: bytes, block: bytes, size: int) -> bytes:
    """The outcomes of one block of a table whose first bytes are `codes`. Raises ValueError when the bytes are not a
    block."""
    if len(codes) != _CODES:
        raise ValueError("these are no codes of a table")
    give(codes + block)
    return bytes(_unpack(size))
