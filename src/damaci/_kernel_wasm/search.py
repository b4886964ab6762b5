"""The arguments and reports of a search as bytes, for a searcher in this module or in the module of another worker."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from struct import Struct
from typing import Any

from damaci._kernel_wasm import forms
from damaci._kernel_wasm.arguments import at_least
from damaci._kernel_wasm.forms import Reader
from damaci._kernel_wasm.terms import terms_fields

FORM = "<II" + forms.POSITION[1:] + forms.TERMS + "IQdIIII"
_KINDS = ("cp", "win", "loss", "draw")
_head = Struct("<IQd")
_line = Struct("<BiI")
_MOVE_SIZE = Struct("<" + forms.MOVE).size


@dataclass(frozen=True, slots=True)
class Search:
    """The arguments of a search, without the searcher."""

    position: tuple[int, ...]
    """The fields of a Position."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    lines: int = 1
    quiet_plies: int = 0
    endings: Mapping[str, Any] = field(default_factory=dict)
    last_three_kings: bool = False
    contempt: int = 0
    history: Sequence[int] = ()
    threads: int = 1
    """If the module has fewer threads, all of them are used."""

    def fields(self, searcher: int, tables: int) -> tuple[Any, ...]:
        """The values of FORM; `searcher`, `tables`: handles, 0 for no tables. Raises ValueError for a number out of
        range."""
        at_least(0, self.depth, "depth")
        at_least(0.0, self.seconds, "seconds")
        at_least(1, self.lines, "lines")
        at_least(1, self.threads, "threads")
        at_least(0, self.quiet_plies, "quiet_plies")
        at_least(0, self.contempt, "contempt")
        terms = terms_fields(self.endings, self.last_three_kings)
        limits = (self.depth, self.nodes, self.seconds, self.lines, self.threads)
        return searcher, tables, *self.position, *terms, *limits, self.quiet_plies, self.contempt

    @property
    def data(self) -> bytes:
        """The long argument of the call."""
        return Struct(f"<{len(self.history)}Q").pack(*self.history)


def read_report(data: memoryview | bytes) -> dict[str, Any]:
    """A report of the module as a `Report`."""
    reader = Reader(data)
    depth, nodes, seconds = reader.take(_head)
    lines = []
    while reader:
        kind, number, count = reader.take(_line)
        name = _KINDS[kind]
        score = {name: True if name == "draw" else number}
        lines.append({"score": score, "pv": forms.read_moves(reader.bytes(count * _MOVE_SIZE))})
    return {"depth": depth, "nodes": nodes, "seconds": seconds, "lines": lines}
