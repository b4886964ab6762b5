"""The services that the requests of pages use, made once in the life of a worker."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom

from damaci.host import Rooms
from damaci.host.bus import Bus
from damaci.host.engine_pool import EnginePool
from damaci.host.engine_seat import natural_pause
from damaci.pocket.addresses import ADDRESSES
from damaci.pocket.all_tables import AllTables
from damaci.pocket.fair_play import FairPlay
from damaci.pocket.pairing import pair
from damaci.pocket.run import run
from damaci.pocket.table_shelf import WANTED, TableShelf
from damaci.pocket.whole import Whole
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.archive import Archive
from damaci.services.device_games import device_games
from damaci.services.device_person import DevicePerson
from damaci.services.device_speed import KEY as SPEED
from damaci.services.device_speed import DeviceSpeed
from damaci.services.endings import EndingAnswers
from damaci.services.engine_lines import EngineLines, MakeEngine
from damaci.services.everything import Everything
from damaci.services.explorer import OpeningExplorer
from damaci.services.game_counter import GameCounter
from damaci.services.hints import Hints
from damaci.services.home_puzzles import OnePerson
from damaci.services.importing import Importer
from damaci.services.lessons import Lessons
from damaci.services.mistakes import Mistakes
from damaci.services.new_games import NewGames
from damaci.services.opening_names import OpeningNames
from damaci.services.own_results import OwnResults
from damaci.services.pictures import Pictures
from damaci.services.practice import Practice
from damaci.services.preferences import Shelf
from damaci.services.problems import Problems
from damaci.services.progress import StoredProgress
from damaci.services.puzzles import Puzzles
from damaci.services.refutations import refute
from damaci.services.reviews import Reviews
from damaci.services.studies import Studies
from damaci.services.tags import TagEditor
from damaci.services.tournaments import Tournaments
from damaci.site.fragments import Fragments
from damaci.stored import Store

SECRET = (WANTED, SPEED)
"""Settings about this device, which are not copied to others."""
GAMES_AT_ONCE = 5
"""Games that an import reads before other work has its turn; as many are counted at a time for the openings."""
COUNT_SECONDS = 30.0
"""Seconds between two searches for games to be counted, so that a phone can rest."""


@dataclass(frozen=True)
class AppEngines:
    """The engines: for games, and for one line at a time."""

    pool: EnginePool
    make: MakeEngine


@dataclass(frozen=True)
class PocketServices:
    """The store, the open games, and the services for the pages' requests."""

    store: Store
    rooms: Rooms
    new_games: NewGames
    shelf: Shelf
    progress: StoredProgress
    lessons: Lessons
    practice: Practice
    pictures: Pictures
    archive: Archive
    everything: Everything
    importer: Importer
    board: AnalysisBoard
    tags: TagEditor
    explorer: OpeningExplorer
    reviews: Reviews
    engine_lines: EngineLines
    hints: Hints
    mistakes: Mistakes
    results: OwnResults
    problems: Problems
    puzzles: Puzzles
    tournaments: Tournaments
    studies: Studies
    fragments: Fragments
    tables: TableShelf
    endings: EndingAnswers
    speed: DeviceSpeed
    whole: Whole
    fair_play: FairPlay

    async def read_again(self) -> None:
        """Reads again the settings that are kept in memory, after they have changed. Raises StoreError."""
        await self.shelf.open()
        await self.progress.open()


@asynccontextmanager
async def open_services(
    store: Store,
    bus: Bus,
    engines: AppEngines,
    tables: AllTables,
    speed: DeviceSpeed,
    whole: Whole,
    fair_play: FairPlay,
) -> AsyncIterator[PocketServices]:
    """Opens all services; at the end closes the games. Raises StoreError."""
    shelf = Shelf(store)
    await shelf.open()
    progress = StoredProgress(store)
    await progress.open()
    rooms = Rooms(store, engines.pool, bus=bus, pause=lambda: natural_pause() if shelf.current.pause else 0.0, run=run)
    reviews = Reviews(store, run)
    everything = Everything(store, run, secret=SECRET)
    explorer = OpeningExplorer(store, run)
    counter = GameCounter(explorer, at_once=GAMES_AT_ONCE, look_seconds=COUNT_SECONDS)
    await speed.open()
    speed.start()
    counter.background.start()
    known = tables.best
    lines = EngineLines(known, reviews, engines.make, fair_play.permit)
    tables.shelf.start()
    try:
        yield PocketServices(
            store=store,
            rooms=rooms,
            new_games=NewGames(store, rooms),
            shelf=shelf,
            progress=progress,
            lessons=Lessons(progress),
            practice=Practice(progress, engines.pool, known),
            pictures=Pictures(store.log, run),
            archive=Archive(store, rooms, explorer, run),
            everything=everything,
            importer=Importer(store, everything, run, GAMES_AT_ONCE),
            board=AnalysisBoard(store, run),
            tags=TagEditor(store, run),
            explorer=explorer,
            reviews=reviews,
            engine_lines=lines,
            hints=Hints(rooms, engines.pool, fair_play.permit),
            mistakes=Mistakes(store, DevicePerson(store), reviews, lines, run, engines.make),
            results=OwnResults(device_games(store), OpeningNames(store.log, run), run),
            problems=Problems(known, engines.make),
            tournaments=Tournaments(store, pair, 0, SystemRandom()),
            studies=Studies(store.studies, run),
            puzzles=Puzzles(OnePerson(store), partial(refute, engines.pool), Random()),
            fragments=Fragments(ADDRESSES),
            tables=tables.shelf,
            endings=EndingAnswers(tables.known),
            speed=speed,
            whole=whole,
            fair_play=fair_play,
        )
    finally:
        await counter.background.close()
        await rooms.close()
        await tables.shelf.close()
        await speed.close()
        await whole.close()
