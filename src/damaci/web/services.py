"""What the handlers work with: one of each for the life of the app."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self

from litestar.connection import ASGIConnection

from damaci.host import Engines, Rooms
from damaci.host.engines import Engine
from damaci.host.table_maker import TableMaker
from damaci.links.bonds import Bonds
from damaci.links.desk import Desk
from damaci.links.link import Transport
from damaci.links.transports import system_transports
from damaci.store import Store
from damaci.tablebase import Tablebase
from damaci.web.assets import Assets
from damaci.web.preferences import Shelf
from damaci.web.progress import Progress
from damaci.web.rendering import Renderer
from damaci.web.settings import WebSettings

PAUSE = (0.5, 1.2)
"""Between how many seconds the computer takes at least, to be followed by eye."""
MOST_ANALYSES = 3
"""Pages for which the engine looks at a position at the same time."""


@dataclass(frozen=True)
class Services:
    """The store, the live games and the engines, the preferences and what has been learnt, what makes pages, the
    endgame tables, seats for analyses."""

    store: Store
    rooms: Rooms
    engines: Engines
    desk: Desk
    shelf: Shelf
    progress: Progress
    renderer: Renderer
    tablebase: Tablebase
    analyses: asyncio.Semaphore

    @classmethod
    def of(cls, connection: ASGIConnection[Any, Any, Any, Any]) -> Self:
        """Those of the app that a request or a socket has come to."""
        services = connection.app.state.services
        assert isinstance(services, cls)
        return services


@asynccontextmanager
async def open_services(
    settings: WebSettings, assets: Assets, transports: Callable[[], Mapping[str, Transport]] = system_transports
) -> AsyncIterator[Services]:
    """Opens everything, and gives it back at the end, engines stopped and games stored. Raises StoreError."""
    tablebase = Tablebase(settings.data_dir / "tables")
    tables = TableMaker(tablebase, settings.tables)
    engines = Engines(lambda: _make_engine(tablebase))
    async with Store(settings.data_dir) as store:
        shelf = Shelf(store)
        await shelf.open()
        progress = Progress(store)
        await progress.open()
        bonds = Bonds(store)
        rooms = Rooms(
            store,
            engines,
            pause=lambda: random.uniform(*PAUSE) if shelf.current.pause else 0.0,
            on_rematch=bonds.follow,
            elsewhere=lambda game, events: desk.elsewhere(game, events),
        )
        desk = Desk(store, rooms, bonds, transports())
        await desk.open()
        tables.start()
        try:
            yield Services(store, rooms, engines, desk, shelf, progress, Renderer(assets), tablebase, asyncio.Semaphore(MOST_ANALYSES))
        finally:
            await desk.close()
            await rooms.close()
            engines.close()
            await tables.close()


def _make_engine(tablebase: Tablebase) -> Engine:
    from damaci.engine import Engine

    return Engine(tables=tablebase)
