"""What the handlers work with: one of each for the life of the app."""

import asyncio
import random
from abc import ABC, abstractmethod
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
from damaci.web.preferences import Preferences, Shelf
from damaci.web.progress import Progress
from damaci.web.rendering import Renderer
from damaci.web.settings import WebSettings

PAUSE = (0.5, 1.2)
"""Between how many seconds the computer takes at least, to be followed by eye."""
MOST_ANALYSES = 3
"""Pages for which the engine looks at a position at the same time."""
MOST_REVIEWS = 2
"""Games that are reviewed at the same time."""


Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class PageServices(ABC):
    """What every page needs, whoever serves it."""

    renderer: Renderer

    @classmethod
    def of(cls, connection: Connection) -> Self:
        """Those of the app that a request or a socket has come to."""
        services = connection.app.state.services
        assert isinstance(services, cls)
        return services

    @abstractmethod
    def preferences(self, connection: Connection) -> Preferences:
        """What the visitor likes."""

    @abstractmethod
    def finished_lessons(self) -> frozenset[str]:
        """The lessons that are to be ticked."""

    @abstractmethod
    async def finish_lesson(self, lesson: str) -> None:
        """The visitor has come to the end of a lesson. Raises StoreError."""


@dataclass(frozen=True)
class Services(PageServices):
    """The store, the live games and the engines, the preferences and what has been learnt, what makes pages, the
    endgame tables, seats for analyses and for reviews."""

    store: Store
    rooms: Rooms
    engines: Engines
    desk: Desk
    shelf: Shelf
    progress: Progress
    tablebase: Tablebase
    analyses: asyncio.Semaphore
    reviews: asyncio.Semaphore

    def preferences(self, connection: Connection) -> Preferences:
        """There is one person here."""
        return self.shelf.current

    def finished_lessons(self) -> frozenset[str]:
        """Those that the person has finished."""
        return self.progress.finished

    async def finish_lesson(self, lesson: str) -> None:
        """Kept from now on."""
        await self.progress.finish(lesson)


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
            seats = asyncio.Semaphore(MOST_ANALYSES), asyncio.Semaphore(MOST_REVIEWS)
            yield Services(Renderer(assets), store, rooms, engines, desk, shelf, progress, tablebase, *seats)
        finally:
            await desk.close()
            await rooms.close()
            engines.close()
            await tables.close()


def _make_engine(tablebase: Tablebase) -> Engine:
    from damaci.engine import Engine

    return Engine(tables=tablebase)
