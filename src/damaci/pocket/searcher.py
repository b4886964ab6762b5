"""A searcher in a worker of its own, with its hash table, its networks and the endgame tables that it probes."""

from collections.abc import Callable
from typing import Any

from damaci._kernel_wasm import Tables, forms
from damaci._kernel_wasm.materials import Material
from damaci._kernel_wasm.rules import one_each_number, ruleset_number
from damaci._kernel_wasm.search import FORM, Search, read_report
from damaci.engine import weights
from damaci.pocket.search_worker import SearchWorker

Report = dict[str, Any]


class WorkerSearcher:
    """Runs one search at a time. After a worker had to be ended, the next call starts another one."""

    def __init__(self, worker: SearchWorker, hash_megabytes: int) -> None:
        self._worker = worker
        self._megabytes = hash_megabytes
        self._generation = 0
        self._handle = 0
        self._learned = set[str]()
        self._held = dict[Tables, tuple[int, set[Material]]]()
        """The handles of the worker's tables, and the materials that have been added to them."""
        self._stopped = False

    async def search(
        self, ruleset: str, asked: Search, tables: Tables | None, on_report: Callable[[Report], None]
    ) -> Report | None:
        """The last report; `on_report` gets one after each depth. None if the search was ended before the first one."""
        self._stopped = False
        last: Report | None = None

        def report(data: bytes) -> None:
            nonlocal last
            last = read_report(data)
            on_report(last)
            if self._stopped:
                self._worker.stop()

        if asked.threads > 1:
            await self._worker.gather()
        await self._open()
        await self._learn(ruleset)
        held = await self._hold(tables) if tables else 0
        fields = asked.fields(self._handle, held)
        result = await self._worker.call("searcher_search", FORM, *fields, data=asked.data, on_report=report)
        if result:
            return read_report(result)
        return last

    def stop(self) -> None:
        """Ends the running search, whose result is that of the last finished depth."""
        self._stopped = True
        self._worker.stop()

    async def clear(self) -> None:
        """Forgets the hash table."""
        if await self._open():
            await self._worker.call("searcher_clear", forms.NUMBER, self._handle)

    def end(self) -> None:
        """Ends the worker."""
        self._worker.end()

    async def _open(self) -> bool:
        """Opens the searcher in the worker; returns whether the worker had it already."""
        generation = self._worker.begin()
        if generation == self._generation:
            return True
        self._generation = generation
        self._learned.clear()
        self._held.clear()
        self._handle = await self._number("searcher_open", forms.NUMBER, self._megabytes)
        return False

    async def _learn(self, ruleset: str) -> None:
        if ruleset not in self._learned:
            fields = (self._handle, ruleset_number(ruleset))
            await self._worker.call("searcher_learn", "<IB", *fields, data=weights.learned(ruleset))
            self._learned.add(ruleset)

    async def _hold(self, tables: Tables) -> int:
        """The worker's handle of these tables, with all that has been added to them."""
        if tables not in self._held:
            fields = (ruleset_number(tables.ruleset), one_each_number(tables.one_each))
            self._held[tables] = (await self._number("tables_open", "<BB", *fields), set())
        handle, added = self._held[tables]
        for material, packed in tables.added.items():
            if material not in added:
                await self._worker.call("tables_add", "<I" + forms.MATERIAL, handle, *material, data=bytes(packed))
                added.add(material)
        return handle

    async def _number(self, name: str, form: str, *values: int) -> int:
        return int.from_bytes(await self._worker.call(name, form, *values) or b"", "little")
