"""Makes endgame tables."""

from struct import Struct
from typing import Any, final

from damaci._kernel_wasm import forms
from damaci._kernel_wasm.arguments import at_least
from damaci._kernel_wasm.materials import Material, material_fields
from damaci._kernel_wasm.module import Function, Handle, give
from damaci._kernel_wasm.rules import one_each_number, ruleset_number

_OF_A_MATERIAL = "<I" + forms.MATERIAL
_size = Function("builder_size", "<B" + forms.MATERIAL)
_load = Function("builder_load", _OF_A_MATERIAL)
_drop = Function("builder_drop", _OF_A_MATERIAL)
_solve = Function("builder_solve", _OF_A_MATERIAL)
_mistakes = Function("builder_mistakes", _OF_A_MATERIAL)
_packed = Function("builder_packed", _OF_A_MATERIAL)
_counts = Function("builder_counts", _OF_A_MATERIAL)
_counted = Struct("<QQQI")


@final
class Solver:
    """Makes endgame tables in memory, with one byte for each position."""

    def __init__(self, ruleset: str, one_each: str, kings_only_moves: int = 0, threads: int = 1) -> None:
        at_least(1, threads, "threads")
        self._handle = Handle("builder", "<BBI", ruleset_number(ruleset), one_each_number(one_each), kings_only_moves)

    @staticmethod
    def size(ruleset: str, material: Material) -> int:
        """How many numbers the positions of this material have."""
        return int.from_bytes(_size(ruleset_number(ruleset), *material_fields(material)), "little")

    def load(self, material: Material, packed: Any) -> None:
        """Loads a table that was packed before. Raises ValueError when it is not a table of this material."""
        fields = material_fields(material)
        give(bytes(packed))
        _load(self._handle.number, *fields)

    def drop(self, material: Material) -> None:
        """Frees the memory of a table."""
        self._call(_drop, material)

    def solve(self, material: Material) -> None:
        """Solves a material from both sides; all materials that it can turn into have to be in memory."""
        self._call(_solve, material)

    def mistakes(self, material: Material) -> int:
        """Positions of a solved material whose outcome does not follow from their moves. Raises KeyError."""
        return int.from_bytes(self._made(_mistakes, material), "little")

    def packed(self, material: Material) -> bytes:
        """The table in the form of kernel/tablebase/packed.hpp. Raises KeyError when it is not in memory."""
        return bytes(self._made(_packed, material))

    def counts(self, material: Material) -> dict[str, int]:
        """The numbers of its positions by outcome. Raises KeyError when it is not in memory."""
        won, drawn, lost, longest = _counted.unpack(self._made(_counts, material))
        return {"positions": won + drawn + lost, "win": won, "draw": drawn, "loss": lost, "longest_win": longest}

    def _call(self, function: Function, material: Material) -> memoryview | bytes:
        return function(self._handle.number, *material_fields(material))

    def _made(self, function: Function, material: Material) -> memoryview | bytes:
        fields = material_fields(material)
        try:
            return function(self._handle.number, *fields)
        except ValueError as error:
            raise KeyError(str(error)) from None
