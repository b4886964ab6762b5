"""The search in this worker, which is blocked during it: for tests and for programs without a page. The site
searches in a worker of its own (damaci.pocket)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

from damaci._kernel_wasm import search
from damaci._kernel_wasm.arguments import at_least, expect_megabytes
from damaci._kernel_wasm.module import Function, Handle, give, on_report
from damaci._kernel_wasm.position import Position
from damaci._kernel_wasm.rules import ruleset_number
from damaci._kernel_wasm.tables import Tables

_clear = Function("searcher_clear", "<I")
_learn = Function("searcher_learn", "<IB")
_search = Function("searcher_search", search.FORM)


@final
class Searcher:
    """A search with its own transposition table."""

    def __init__(self, hash_megabytes: int = 64) -> None:
        expect_megabytes(1, hash_megabytes)
        self._handle = Handle("searcher", "<I", hash_megabytes)

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
        endings: Mapping[str, Any] | None = None,
        last_three_kings: bool = False,
        contempt: int = 0,
        tables: Tables | None = None,
        on_depth: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Deepens until a limit is reached, with one thread. Raises ValueError."""
        at_least(1, threads, "threads")
        asked = search.Search(
            position.fields,
            depth,
            nodes,
            seconds,
            lines,
            quiet_plies,
            endings or {},
            last_three_kings,
            contempt,
            history,
        )
        fields = asked.fields(self._handle.number, tables.handle.number if tables else 0)
        give(asked.data)

        def report(data: memoryview) -> None:
            if on_depth:
                on_depth(search.read_report(data))

        with on_report(report):
            return search.read_report(_search(*fields))

    def learn(self, ruleset: str, weights: bytes) -> None:
        """Evaluates positions of this ruleset by what the lab has learned. Raises ValueError."""
        number = ruleset_number(ruleset)
        give(weights)
        _learn(self._handle.number, number)

    def stop(self) -> None:
        """Has no effect: with one thread, no search can run during this call."""

    def clear(self) -> None:
        """Forget the transposition table."""
        _clear(self._handle.number)
