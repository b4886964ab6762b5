"""Makes endgame tables while the app runs, in a worker. What damaci.host.table_maker does elsewhere."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from struct import Struct

from damaci._kernel_wasm import forms
from damaci._kernel_wasm.rules import one_each_number, ruleset_number
from damaci.errors import TablebaseError
from damaci.pocket.search_worker import SearchWorker
from damaci.tablebase import Tablebase, Terms, file
from damaci.tablebase.build import Made, Plan, keep, needs, sides
from damaci.tablebase.material import Material

_OF_A_MATERIAL = "<I" + forms.MATERIAL
_counted = Struct("<QQQI")
_logger = logging.getLogger(__name__)

OnMade = Callable[[Material], Awaitable[None]]


class TableMaker:
    """Makes those of the federation's game that are missing in a tablebase, and then lets it see them."""

    def __init__(self, tablebase: Tablebase, worker: SearchWorker, pieces: int, on_made: OnMade | None = None) -> None:
        """`pieces`: of how many pieces at most. `on_made` is awaited after each pair of tables: their files are in the
        tablebase's folder."""
        self._tablebase = tablebase
        self._worker = worker
        self._pieces = pieces
        self._on_made = on_made
        self._terms = Terms.of("turkish")
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Needs a running event loop."""
        self._running = asyncio.create_task(self._make(), name="endgame tables")

    async def wait(self) -> None:
        """Until all are made."""
        if self._running:
            await self._running

    async def close(self) -> None:
        """What has been made stays."""
        if self._running:
            self._running.cancel()
            self._worker.end()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    async def _make(self) -> None:
        try:
            await self._build(Plan.up_to(self._pieces, self._terms))
        except TablebaseError as error:
            _logger.warning("endgame tables were not made: %s", error)
        finally:
            self._worker.end()

    async def _build(self, plan: Plan) -> None:
        builder = await self._open()
        loaded = set[Material]()
        for pair in plan.missing(self._tablebase.folder):
            needed = needs(pair)
            for material in loaded - needed:
                await self._call("builder_drop", builder, material)
            for material in sorted(needed - loaded, key=lambda each: each.pieces):
                await self._load(builder, material)
            made = await self._solve(builder, pair)
            keep(self._tablebase.folder, self._terms, made)
            self._tablebase.reopen()
            if self._on_made:
                await self._on_made(pair)
            loaded = needed | sides(pair)

    async def _open(self) -> int:
        terms = self._terms
        fields = (ruleset_number(terms.ruleset), one_each_number(terms.one_each.value), terms.kings_only_moves)
        return int.from_bytes(await self._worker.call("builder_open", "<BBI", *fields) or b"", "little")

    async def _load(self, builder: int, material: Material) -> None:
        folder = self._tablebase.folder
        packed = file.read(file.path(folder, self._terms, material), self._terms, material).outcomes
        await self._call("builder_load", builder, material, bytes(packed))

    async def _solve(self, builder: int, pair: Material) -> dict[Material, Made]:
        """The tables of both sides. Raises TablebaseError when the second pass finds mistakes."""
        await self._call("builder_solve", builder, pair)
        if mistakes := int.from_bytes(await self._call("builder_mistakes", builder, pair), "little"):
            raise TablebaseError(f"{pair}: {mistakes} outcomes do not follow from the moves")
        return {side: await self._made(builder, side) for side in sides(pair)}

    async def _made(self, builder: int, side: Material) -> Made:
        won, drawn, lost, longest = _counted.unpack(await self._call("builder_counts", builder, side))
        counts = {"positions": won + drawn + lost, "win": won, "draw": drawn, "loss": lost, "longest_win": longest}
        return Made(counts, await self._call("builder_packed", builder, side))  # type: ignore[arg-type]

    async def _call(self, name: str, builder: int, material: Material, data: bytes = b"") -> bytes:
        return await self._worker.call(name, _OF_A_MATERIAL, builder, *material.counts, data=data) or b""
