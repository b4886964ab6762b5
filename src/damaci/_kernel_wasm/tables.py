"""Finished endgame tables."""

from typing import Any, final

from damaci._kernel_wasm import forms
from damaci._kernel_wasm.materials import Material, material_fields
from damaci._kernel_wasm.module import Function, Handle, give
from damaci._kernel_wasm.position import Position
from damaci._kernel_wasm.rules import one_each_number, ruleset_number

_add = Function("tables_add", "<I" + forms.MATERIAL)
_probe = Function("tables_probe", forms.POSITION + "I")


@final
class Tables:
    """Finished endgame tables of one ruleset and one reading of one-each."""

    def __init__(self, ruleset: str, one_each: str) -> None:
        self.ruleset = ruleset
        self.one_each = one_each
        self._number = ruleset_number(ruleset)
        self.handle = Handle("tables", "<BB", self._number, one_each_number(one_each))
        """The handle of the tables in the module."""
        self.added: dict[Material, Any] = {}
        """The bytes of the tables, for the modules of other workers."""

    def add(self, material: Material, packed: Any) -> None:
        """Adds a table from a copy of the bytes. Raises ValueError when they are not a table of this material."""
        fields = material_fields(material)
        give(bytes(packed))
        _add(self.handle.number, *fields)
        self.added[material] = packed

    def probe(self, position: Position) -> int | None:
        """0 for a draw; otherwise the plies to the end plus one. None if a table is missing.

        Raises ValueError for a position of another ruleset.
        """
        if position.fields[3] != self._number:
            raise ValueError("the position is of another ruleset than the tables")
        found = _probe.maybe(*position.fields, self.handle.number)
        if found is None:
            return None
        return found[0]
