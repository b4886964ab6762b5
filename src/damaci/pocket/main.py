"""Starts the app in a worker: static/pocket/worker.js calls `start`."""

import logging
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from damaci import book, puzzles
from damaci.pocket import blob
from damaci.pocket.all_tables import AllTables
from damaci.pocket.app import PocketApp
from damaci.pocket.bus import TabBus
from damaci.pocket.fair_play import Ask, FairPlay
from damaci.pocket.indexed import IndexedRecords, RecordsScript
from damaci.pocket.indexed_tables import IndexedTables, TablesScript
from damaci.pocket.records import Records
from damaci.pocket.services import AppEngines, open_services
from damaci.pocket.store import PocketStore
from damaci.pocket.table_files import MemoryFiles
from damaci.pocket.table_shelf import TableShelf
from damaci.pocket.web_whole import WebWhole, WholeScript
from damaci.pocket.whole import Whole
from damaci.pocket.window_records import WindowRecords
from damaci.services.device_speed import DeviceSpeed
from damaci.site.language import Catalog, catalog
from damaci.stored.store import Settings
from damaci.tablebase import RemoteTablebase, Tablebase

if TYPE_CHECKING:
    from damaci.pocket.web_tables import WebTablesScript

TABLES = "/tables"
"""Where endgame tables are for as long as the page lasts."""
TABLES_LOCK = "damaci-tables"
GAMES_HASH_MEGABYTES = 32


class WorkerScript(Protocol):
    """The interface of the worker's script."""

    @property
    def language(self) -> str:
        """The language of the page."""

    @property
    def records(self) -> RecordsScript | None:
        """The browser's storage; None in a browser without."""

    @property
    def carried(self) -> str:
        """The records that the window has, as JSON."""

    @property
    def tables(self) -> TablesScript | None:
        """Where endgame tables are kept; None if nothing is kept."""

    @property
    def web(self) -> "WebTablesScript | None":
        """Where tables are on the web; None if there are none."""

    @property
    def whole(self) -> WholeScript:
        """Where all puzzles and openings are."""

    @property
    def own_positions(self) -> Ask | None:
        """Asks the server beside the site what its player is playing; None without one."""

    @property
    def shared(self) -> bool:
        """Whether other tabs have the app open."""

    def post(self, text: str) -> None:
        """Sends a message to the page."""

    def tell(self, text: str) -> None:
        """Tells the other tabs."""

    async def hold(self, name: str) -> Callable[[], None]:
        """Waits until no other tab holds the lock `name`, and holds it until the returned function is called."""


class WorkerDoor:
    """The functions that the script calls."""

    def __init__(self, app: PocketApp, bus: TabBus, opened: AsyncExitStack) -> None:
        """`opened` is kept and never left: if it were garbage, the services would be closed."""
        self._app = app
        self._bus = bus
        self._opened = opened

    def receive(self, text: str, file: blob.BlobScript | None) -> None:
        """Takes a message of the page."""
        self._app.receive(text, None if file is None else blob.blob_file(file))

    def receive_from_tab(self, text: str) -> None:
        """Takes a message of another tab."""
        self._bus.receive(text)


async def start(script: WorkerScript) -> WorkerDoor:
    """Opens all services for the life of the worker. Raises StoreError when what is stored cannot be read."""
    logging.basicConfig(format="%(message)s")
    bus = TabBus(script.tell, shared=script.shared)
    store = PocketStore(_records(script))
    tables = _open_tables(script, store.settings)
    opened = AsyncExitStack()
    engines, speed = _engines(store.settings, tables)
    known = AllTables(tables, _web_tables(script))
    whole = Whole(WebWhole(script.whole), puzzles.SHIPPED, book.SHIPPED)
    fair_play = FairPlay(script.own_positions)
    services = await opened.enter_async_context(open_services(store, bus, engines, known, speed, whole, fair_play))
    return WorkerDoor(PocketApp(services, script.post), bus, opened)


def _records(script: WorkerScript) -> Records:
    if script.records is not None:
        return IndexedRecords(script.records)
    script.post(msgspec.json.encode({"type": "notice", "text": _not_kept(catalog(script.language))}).decode())
    return WindowRecords(script.carried, partial(_hand_on, script))


def _hand_on(script: WorkerScript, changes: Mapping[str, str | None]) -> None:
    script.post(msgspec.json.encode({"type": "kept", "changes": changes}).decode())


def _not_kept(words: Catalog) -> str:
    _ = words.translations.gettext
    return _("Games last only as long as this window: the browser does not keep them. Download what you want to keep.")


def _open_tables(script: WorkerScript, settings: Settings) -> TableShelf:
    import damaci_search  # a JavaScript module of the worker

    from damaci.pocket.search_worker import SearchWorker
    from damaci.pocket.table_maker import TableMaker

    tablebase = Tablebase(TABLES)
    files = IndexedTables(script.tables) if script.tables else MemoryFiles()
    maker = TableMaker(tablebase, SearchWorker(damaci_search.open()))
    return TableShelf(tablebase, files, settings, maker, partial(_alone, script))


def _web_tables(script: WorkerScript) -> RemoteTablebase | None:
    from damaci.pocket.web_tables import WebTables

    return RemoteTablebase(WebTables(script.web)) if script.web else None


@asynccontextmanager
async def _alone(script: WorkerScript) -> AsyncIterator[None]:
    let_go = await script.hold(TABLES_LOCK)
    try:
        yield
    finally:
        let_go()


def _engines(settings: Settings, tables: TableShelf) -> tuple[AppEngines, DeviceSpeed]:
    import damaci_search

    from damaci.pocket.engine import PocketEngine
    from damaci.pocket.engines import PocketEngines
    from damaci.pocket.search_worker import SearchWorker

    def make(megabytes: int) -> Any:
        return PocketEngine(SearchWorker(damaci_search.open()), megabytes, tables.ready)

    speed = DeviceSpeed(settings, make)
    return AppEngines(PocketEngines(lambda: make(GAMES_HASH_MEGABYTES), speed.level), make), speed


if sys.platform == "emscripten":
    # The worker keeps Python's memory as it is now for its next start, when the script's objects are others. What the
    # functions above import is part of it.
    import damaci.pocket.engines
    import damaci.pocket.table_maker
    import damaci.pocket.web_tables  # noqa: F401
    from damaci._kernel_wasm.module import unbind

    unbind()
