"""Makes endgame tables in a worker. Elsewhere damaci.tablebase.build does this."""

from struct import Struct

from damaci._kernel_wasm import forms
from damaci._kernel_wasm.rules import one_each_number, ruleset_number
from damaci.errors import TablebaseError
from damaci.pocket.search_worker import SearchWorker
from damaci.pocket.table_shelf import OnMade
from damaci.tablebase import Tablebase, Terms, file
from damaci.tablebase.build import Made, Plan, keep, needs, sides
from damaci.tablebase.material import Material

_OF_A_MATERIAL = "<I" + forms.MATERIAL
_counted = Struct("<QQQI")


class TableMaker:
    """Makes those that are missing in a tablebase's folder."""

    def __init__(self, tablebase: Tablebase, worker: SearchWorker) -> None:
        self._folder = tablebase.folder
        self._worker = worker

    async def make(self, plan: Plan, on_made: OnMade) -> None:
        """`on_made` is awaited after each pair of tables, whose files are in the folder then. Cancelled, it leaves what
        has been made. Raises TablebaseError, and what `on_made` raises."""
        try:
            await self._build(plan, on_made)
        finally:
            self._worker.end()

    async def _build(self, plan: Plan, on_made: OnMade) -> None:
        builder = await self._open(plan.terms)
        loaded = set[Material]()
        for pair in plan.missing(self._folder):
            needed = needs(pair)
            for material in loaded - needed:
                await self._call("builder_drop", builder, material)
            for material in sorted(needed - loaded, key=lambda each: each.pieces):
                await self._load(builder, plan.terms, material)
            made = await self._solve(builder, pair)
            keep(self._folder, plan.terms, made)
            await on_made(pair)
            loaded = needed | sides(pair)

    async def _open(self, terms: Terms) -> int:
        fields = (ruleset_number(terms.ruleset), one_each_number(terms.one_each.value), terms.kings_only_moves)
        return int.from_bytes(await self._worker.call("builder_open", "<BBI", *fields) or b"", "little")

    async def _load(self, builder: int, terms: Terms, material: Material) -> None:
        packed = file.read(file.path(self._folder, terms, material), terms, material).outcomes
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
