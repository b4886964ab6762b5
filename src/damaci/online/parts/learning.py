"""What is learned from games: openings, endings, lessons, puzzles, one's own mistakes, and studies."""

import asyncio
from dataclasses import dataclass
from functools import partial
from random import Random

from damaci.host import Engines
from damaci.host.lifetime import Lifetime
from damaci.host.table_maker import TableMaker
from damaci.online.counting import count_games
from damaci.online.fair_play.own_games import OwnGames
from damaci.online.limits import RateLimits
from damaci.online.long_work import LongWork
from damaci.online.openings import RecentExplorations
from damaci.online.own_mistakes import OwnMistakes
from damaci.online.settings import OnlineSettings
from damaci.online.studies.library import StudyLibrary
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.endings import EndingAnswers
from damaci.services.engine_lines import known_from
from damaci.services.explorer import OpeningExplorer
from damaci.services.finished_games import FinishedGames
from damaci.services.known_endings import TablesHere
from damaci.services.lessons import Lessons
from damaci.services.opening_names import OpeningNames
from damaci.services.pictures import Pictures
from damaci.services.player_puzzles import ManyPlayers
from damaci.services.practice import Practice
from damaci.services.progress import NoProgress
from damaci.services.puzzles import Puzzles
from damaci.services.refutations import refute
from damaci.store import Store
from damaci.tablebase import Tablebase


@dataclass(frozen=True)
class LearningServices:
    """Finished games, and all that is known about positions."""

    finished_games: FinishedGames
    pictures: Pictures
    openings: RecentExplorations
    opening_names: OpeningNames
    endings: EndingAnswers
    own_games: OwnGames
    own_mistakes: OwnMistakes
    lessons: Lessons
    practice: Practice
    puzzles: Puzzles
    board: AnalysisBoard
    library: StudyLibrary


def open_learning(
    settings: OnlineSettings, store: Store, engines: Engines, limits: RateLimits, life: Lifetime
) -> LearningServices:
    """Opens them."""
    tablebase = Tablebase(settings.tables_folder)
    explorer = OpeningExplorer(store, asyncio.to_thread)
    own_games = OwnGames(store)
    own_mistakes = OwnMistakes(store, tablebase, own_games, limits)
    long_work = LongWork()
    life.callback(own_mistakes.close)
    life.callback(long_work.close)
    life.start(count_games(store, explorer).background, TableMaker(tablebase, settings.make_tables))
    return LearningServices(
        finished_games=FinishedGames(store, settings.memory_for_finished_games, asyncio.to_thread),
        pictures=Pictures(store.log, asyncio.to_thread),
        openings=RecentExplorations(explorer),
        opening_names=OpeningNames(store.log, asyncio.to_thread),
        endings=EndingAnswers([TablesHere.of(tablebase, asyncio.to_thread)]),
        own_games=own_games,
        own_mistakes=own_mistakes,
        lessons=Lessons(NoProgress()),
        practice=Practice(NoProgress(), engines, known_from(tablebase, asyncio.to_thread)),
        puzzles=Puzzles(ManyPlayers(store.solvers), partial(refute, engines), Random()),
        board=AnalysisBoard(store, long_work),
        library=StudyLibrary(store, long_work),
    )
