"""The services that the handlers use, created once for the lifetime of the app."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from damaci.home.addresses import ADDRESSES
from damaci.home.settings import HomeSettings
from damaci.host import Engines, Rooms
from damaci.host.engine_seat import natural_pause
from damaci.host.table_maker import TableMaker
from damaci.links.bonds import KEY as BONDS_KEY
from damaci.links.bonds import Bonds
from damaci.links.desk import Desk
from damaci.links.help_desk import HelpDesk
from damaci.links.helpers import KEY as HELPERS_KEY
from damaci.links.helpers import Helpers
from damaci.links.link import BROWSER, Transport
from damaci.links.reception import Reception
from damaci.links.transports import system_transports
from damaci.links.visits import Visits
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.archive import Archive
from damaci.services.device_games import device_games
from damaci.services.device_person import DevicePerson
from damaci.services.device_speed import KEY as SPEED_KEY
from damaci.services.device_speed import DeviceSpeed, PatientEngine
from damaci.services.endings import Endings
from damaci.services.engine_lines import EngineLines, known_from
from damaci.services.everything import Everything
from damaci.services.explorer import Explorer
from damaci.services.game_counter import GameCounter
from damaci.services.hints import Hints
from damaci.services.home_puzzles import OnePerson
from damaci.services.importing import Importer
from damaci.services.known_endings import TablesHere
from damaci.services.lessons import Lessons
from damaci.services.mistakes import Left, Mistakes
from damaci.services.new_games import NewGames
from damaci.services.opening_names import OpeningNames
from damaci.services.own_results import OwnResults
from damaci.services.pairing_process import MANY, pair_elsewhere
from damaci.services.pictures import Pictures
from damaci.services.practice import Practice
from damaci.services.preferences import Preferences, Shelf
from damaci.services.problems import Problems
from damaci.services.progress import StoredProgress
from damaci.services.puzzles import Puzzles
from damaci.services.refutations import refute
from damaci.services.reviews import Reviews
from damaci.services.studies import Studies
from damaci.services.tags import TagEditor
from damaci.services.tournaments import Tournaments
from damaci.site.assets import Assets
from damaci.site.fragments import Fragments
from damaci.site.installing import INSTALLABLE, Install, InstallableServices, Installer
from damaci.site.rendering import Renderer
from damaci.site.services import (
    BoardServices,
    Connection,
    EndingServices,
    LessonServices,
    MistakeServices,
    PictureServices,
    PuzzleServices,
    StudyServices,
    TournamentServices,
)
from damaci.store import Store
from damaci.store.log import EventLog
from damaci.tablebase import Tablebase

if TYPE_CHECKING:
    from damaci.engine import AsyncEngine, Engine


INSTALL = Install(
    "offline/program.html",
    {name: ADDRESSES.page(name) for name in ("puzzles", "analysis", "learn")},
    opens=ADDRESSES.page("games"),
)


@dataclass(frozen=True)
class HomeServices(
    LessonServices,
    EndingServices,
    PictureServices,
    PuzzleServices,
    MistakeServices,
    InstallableServices,
    TournamentServices,
    BoardServices,
    StudyServices,
):
    """The store, the open games, and the services for the pages' requests."""

    store: Store
    rooms: Rooms
    new_games: NewGames
    desk: Desk
    help_desk: HelpDesk
    shelf: Shelf
    progress: StoredProgress
    archive: Archive
    everything: Everything
    importer: Importer
    tags: TagEditor
    explorer: Explorer
    reviews: Reviews
    engine_lines: EngineLines
    hints: Hints
    speed: DeviceSpeed
    mistakes: Mistakes
    results: OwnResults
    problems: Problems

    def preferences(self, connection: Connection) -> Preferences:
        """The stored preferences, the same for every browser."""
        return self.shelf.current

    async def solver(self, connection: Connection) -> str:
        """One person uses this app."""
        return ""

    async def mistakes_left(self, connection: Connection) -> Left:
        """In games against the computer it is known who the person is."""
        return await self.mistakes.left()

    async def mistakes_of(self, connection: Connection) -> Mistakes:
        """One person uses this app."""
        return self.mistakes


MakeDoor = Callable[[Assets, Rooms, EventLog, Reception, Bonds], Transport]
"""Makes the transport through which browsers nearby reach the games of this app."""
MakeHelpersDoor = Callable[[Assets, Tournaments, Helpers], Transport]
"""Makes the transport through which browsers nearby help an arbiter."""


@asynccontextmanager
async def open_services(
    settings: HomeSettings,
    assets: Assets,
    transports: Callable[[], Mapping[str, Transport]] = system_transports,
    make_door: MakeDoor | None = None,
    make_helpers_door: MakeHelpersDoor | None = None,
) -> AsyncIterator[HomeServices]:
    """Opens all services; at the end, stores games, stops engines and closes the store. Raises StoreError."""
    tablebase = Tablebase(settings.data_dir / "tables")
    tables = TableMaker(tablebase, settings.tables)
    async with Store(settings.data_dir) as store:
        speed = DeviceSpeed(store.settings, partial(_make_async_engine, tablebase))
        await speed.open()
        engines = Engines(lambda: PatientEngine(_make_engine(tablebase), speed))
        shelf = Shelf(store)
        await shelf.open()
        progress = StoredProgress(store)
        await progress.open()
        bonds = Bonds(store)
        ways = dict(transports())
        visits = Visits(store.log, bonds, ways)
        rooms = Rooms(
            store,
            engines,
            pause=lambda: natural_pause() if shelf.current.pause else 0.0,
            on_rematch=lambda game, following, table: bonds.follow(game, following),
            elsewhere=visits.room,
        )
        reception = Reception(rooms, bonds)
        doors = {BROWSER: make_door(assets, rooms, store.log, reception, bonds)} if make_door else {}
        desk = Desk(rooms, bonds, reception, visits, ways | doors)
        await desk.open()
        tournaments = Tournaments(store, pair_elsewhere, MANY, SystemRandom())
        helpers = Helpers(store)
        helpers_door = make_helpers_door(assets, tournaments, helpers) if make_helpers_door else None
        help_desk = HelpDesk(helpers, store, helpers_door)
        await help_desk.open()
        reviews = Reviews(store, asyncio.to_thread)
        explorer = Explorer(store, asyncio.to_thread)
        counter = GameCounter(explorer)
        everything = Everything(store, asyncio.to_thread, secret={BONDS_KEY, SPEED_KEY, HELPERS_KEY})
        make_engine = partial(_make_async_engine, tablebase)
        lines = EngineLines(known_from(tablebase, asyncio.to_thread), reviews, make_engine)
        tables.start()
        speed.start()
        counter.start()
        renderer = Renderer(assets, ADDRESSES, INSTALLABLE)
        try:
            yield HomeServices(
                renderer=renderer,
                installer=Installer(renderer, INSTALL),
                lessons=Lessons(progress),
                tournaments=tournaments,
                studies=Studies(store.studies, asyncio.to_thread),
                fragments=Fragments(ADDRESSES),
                practice=Practice(progress, engines, known_from(tablebase, asyncio.to_thread)),
                endings=Endings([TablesHere.of(tablebase, asyncio.to_thread)]),
                pictures=Pictures(store.log, asyncio.to_thread),
                store=store,
                rooms=rooms,
                new_games=NewGames(store, rooms),
                desk=desk,
                help_desk=help_desk,
                shelf=shelf,
                progress=progress,
                archive=Archive(store, rooms, explorer, asyncio.to_thread, desk.leave),
                everything=everything,
                importer=Importer(store, everything, asyncio.to_thread),
                reviews=reviews,
                board=AnalysisBoard(store, asyncio.to_thread),
                tags=TagEditor(store, asyncio.to_thread),
                explorer=explorer,
                engine_lines=lines,
                hints=Hints(rooms, engines),
                speed=speed,
                mistakes=Mistakes(store, DevicePerson(store), reviews, lines, asyncio.to_thread, make_engine),
                results=_results(store),
                problems=Problems(known_from(tablebase, asyncio.to_thread), make_engine),
                puzzles=Puzzles(OnePerson(store), partial(refute, engines), Random()),
            )
        finally:
            await counter.close()
            await help_desk.close()
            await desk.close()
            await rooms.close()
            engines.close()
            await tables.close()
            await speed.close()


def _results(store: Store) -> OwnResults:
    return OwnResults(device_games(store), OpeningNames(store.log, asyncio.to_thread), asyncio.to_thread)


def _make_engine(tablebase: Tablebase) -> "Engine":
    from damaci.engine import Engine

    return Engine(tables=tablebase)


def _make_async_engine(tablebase: Tablebase, hash_megabytes: int) -> "AsyncEngine":
    from damaci.engine import AsyncEngine  # imported here, because few runs need it

    return AsyncEngine(hash_megabytes, tables=tablebase)
