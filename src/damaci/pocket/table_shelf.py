"""The endgame tables of a device: fetched from where they are kept when a game needs them, made when they are missing.

Tables of three pieces are always made. Those of four take a minute and 16 MB, and are made on request."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Literal, Protocol

import msgspec

from damaci.errors import TablebaseError
from damaci.pocket.records import StorageFull
from damaci.pocket.table_files import TableFiles
from damaci.rules.catalogue import RULESETS
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.stored import StoreError
from damaci.stored.store import Settings
from damaci.tablebase import Material, Plan, Tablebase, Terms, file
from damaci.tablebase.build import sides

SMALL = 3
LARGE = 4
WANTED = "endgame-tables"
"""The setting with the rulesets of which the large tables are wanted."""
PAUSE = 5.0
"""Seconds before tables are made, in which only the page uses the device."""

Trouble = Literal["", "storage-full", "internal"]
OnMade = Callable[[Material], Awaitable[None]]
"""Takes a material; its table and that with the sides exchanged have been made."""
Alone = Callable[[], AbstractAsyncContextManager[None]]
"""A context in which only one tab is at a time."""
_logger = logging.getLogger(__name__)


class TablesUnwanted(Exception):
    """The large tables are not wanted any more."""


class Maker(Protocol):
    """Makes tables: damaci.pocket.table_maker."""

    async def make(self, plan: Plan, on_made: OnMade) -> None:
        """See TableMaker."""


class TablesOf(msgspec.Struct, frozen=True):
    """The tables of a ruleset."""

    ruleset: str
    pieces: int
    """The number of pieces up to which all tables are kept; 0 for none."""
    making: bool
    """Whether large tables are wanted and still missing."""
    share: float
    """The share of the large tables that is there, with the smaller ones, from 0 to 1; 0 if only smaller ones are."""


class ShelfState(msgspec.Struct, frozen=True):
    """Which tables are kept, and which are being made."""

    rulesets: list[TablesOf]
    bytes: int
    """The size of all tables."""
    trouble: Trouble = ""
    """Why the tables that were wanted last were not made."""


class TableShelf:
    """Keeps a tablebase's folder, which lasts as long as the page, and `files` the same. `settings` know what is
    wanted, so that the next page goes on with it."""

    def __init__(
        self,
        tablebase: Tablebase,
        files: TableFiles,
        settings: Settings,
        maker: Maker,
        alone: Alone,
        pause: float = PAUSE,
        small: int = SMALL,
        large: int = LARGE,
    ) -> None:
        """`pause`: seconds before it begins to make tables. `small` and `large`: the pieces of these tables."""
        self._tablebase = tablebase
        self._files = files
        self._settings = settings
        self._maker = maker
        self._alone = alone
        self._pause = pause
        self._small = small
        self._large = large
        self._tasks = asyncio.Queue[tuple[int, Terms]]()
        self._asked = set[Terms]()
        self._fetched = set[Terms]()
        self._fetching = asyncio.Lock()
        self._trouble: Trouble = ""
        self._at: tuple[int, Terms] | None = None
        self._making: asyncio.Task[None] | None = None
        self._working: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Needs a running event loop."""
        self._working = asyncio.create_task(self._work(), name="endgame tables")

    async def close(self) -> None:
        """Stops making tables; what has been made stays."""
        running = [task for task in (self._working, self._making) if task]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def ready(self, terms: Terms) -> Tablebase:
        """The tablebase, with all that is kept of the tables of these rules. Missing small ones are made soon."""
        if terms not in self._fetched:
            try:
                await self._fetch(terms)
            except StoreError as error:
                _logger.warning("endgame tables could not be read: %s", error)
            self._ask(terms)
        return self._tablebase

    # ---- for the settings --------------------------------------------------------------------------------------------

    async def state(self) -> ShelfState:
        """Which tables are kept, and which are being made. Raises StoreError."""
        sizes = await self._files.sizes()
        wanted = await self._wanted()
        rulesets = [self._tables_of(name, set(sizes), name in wanted) for name in RULESETS]
        return ShelfState(rulesets, sum(sizes.values()), self._trouble)

    async def want(self, ruleset: str) -> None:
        """Makes the large tables from now on. Raises UnknownRuleset, StoreError."""
        terms = Terms.of(find_ruleset(ruleset).name)
        self._trouble = ""
        await self._settings.change(WANTED, lambda wanted: sorted({*(wanted or []), terms.ruleset}))
        self._tasks.put_nowait((self._large, terms))

    async def stop(self) -> None:
        """Stops making the large tables; what has been made stays. Raises StoreError."""
        await self._settings.put(WANTED, [])
        if self._making and self._at and self._at[0] == self._large:
            self._making.cancel()
            await asyncio.wait([self._making])

    async def remove(self) -> None:
        """Deletes the large tables. Raises StoreError."""
        await self.stop()
        large = [path for path in await self._files.sizes() if _material(path).pieces >= self._large]
        await self._files.delete(large)
        self._forget(large)

    def _tables_of(self, ruleset: str, kept: set[str], wanted: bool) -> TablesOf:
        terms = Terms.of(ruleset)
        large = Plan.up_to(self._large, terms)
        there = [pair for pair in large.pairs if kept.issuperset(_paths(terms, pair))]
        missing = [pair.pieces for pair in large.pairs if pair not in there]
        pieces = min(missing, default=self._large + 1) - 1
        some_large = any(pair.pieces == self._large for pair in there)
        share = sum(map(large.cost, there)) / large.positions if some_large else 0.0
        return TablesOf(ruleset, pieces if pieces >= self._small else 0, wanted and bool(missing), share)

    # ---- making ------------------------------------------------------------------------------------------------------

    def _ask(self, terms: Terms) -> None:
        if terms not in self._asked:
            self._asked.add(terms)
            self._tasks.put_nowait((self._small, terms))

    async def _work(self) -> None:
        await asyncio.sleep(self._pause)
        self._ask(Terms.of("turkish"))
        with contextlib.suppress(StoreError):
            for ruleset in await self._wanted():
                self._tasks.put_nowait((self._large, Terms.of(ruleset)))
        while True:
            self._at = await self._tasks.get()
            self._making = asyncio.create_task(self._make(*self._at))
            await asyncio.wait([self._making])
            if not self._making.cancelled() and (error := self._making.exception()):
                await self._failed(self._at[0], error)

    async def _make(self, pieces: int, terms: Terms) -> None:
        async with self._alone():
            await self._fetch(terms)
            await self._expect_wanted(pieces, terms)
            plan = Plan.up_to(pieces, terms)
            if not plan.missing(self._tablebase.folder):
                return
            try:
                await self._maker.make(plan, lambda pair: self._keep(pieces, terms, pair))
            finally:
                self._tablebase.reopen()

    async def _keep(self, pieces: int, terms: Terms, pair: Material) -> None:
        """Raises TablesUnwanted when another tab has said so."""
        await self._expect_wanted(pieces, terms)
        folder = self._tablebase.folder
        paths = [file.path(folder, terms, side) for side in sides(pair)]
        await self._files.write({path.relative_to(folder).as_posix(): path.read_bytes() for path in paths})

    async def _expect_wanted(self, pieces: int, terms: Terms) -> None:
        if pieces == self._large and terms.ruleset not in await self._wanted():
            raise TablesUnwanted

    async def _failed(self, pieces: int, error: BaseException) -> None:
        if isinstance(error, TablesUnwanted):
            return
        _logger.warning("endgame tables were not made: %s", error)
        if pieces == self._large:
            self._trouble = "storage-full" if isinstance(error, StorageFull) else "internal"
            with contextlib.suppress(StoreError):
                await self._settings.put(WANTED, [])

    async def _wanted(self) -> list[str]:
        return [name for name in await self._settings.get(WANTED, []) if name in RULESETS]

    # ---- fetching ----------------------------------------------------------------------------------------------------

    async def _fetch(self, terms: Terms) -> None:
        """Fetches what is kept of these tables, and is not in the folder. Raises StoreError."""
        async with self._fetching:
            kept = [path for path in await self._files.sizes() if path.startswith(f"{terms.folder}/")]
            lacking = [path for path in kept if not (self._tablebase.folder / path).exists()]
            for path, data in (await self._files.read(lacking)).items():
                place = self._tablebase.folder / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
            if lacking:
                self._tablebase.reopen()
                await self._check(terms, kept)
            self._fetched.add(terms)

    async def _check(self, terms: Terms, kept: list[str]) -> None:
        """Deletes damaged files and those of an earlier version, which are made anew."""
        try:
            self._tablebase.tables(terms)
        except TablebaseError as error:
            _logger.warning("endgame tables are made anew: %s", error)
            await self._files.delete(kept)
            self._forget(kept)

    def _forget(self, paths: list[str]) -> None:
        for path in paths:
            (self._tablebase.folder / path).unlink(missing_ok=True)
        self._tablebase.reopen()


def _paths(terms: Terms, pair: Material) -> Iterator[str]:
    for side in sides(pair):
        yield f"{terms.folder}/{side}.table"


def _material(path: str) -> Material:
    return Material.parse(path.rpartition("/")[2].removesuffix(".table"))
