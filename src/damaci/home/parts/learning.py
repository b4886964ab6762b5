"""What is learned from games: endings, lessons, puzzles, one's own mistakes, and studies."""

import asyncio
from dataclasses import dataclass
from functools import partial
from random import Random

from damaci.home.parts.thinking import Thinking
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.device_person import DevicePerson
from damaci.services.endings import EndingAnswers
from damaci.services.engine_lines import EngineLines
from damaci.services.home_puzzles import OnePerson
from damaci.services.known_endings import TablesHere
from damaci.services.lessons import Lessons
from damaci.services.mistakes import Mistakes
from damaci.services.practice import Practice
from damaci.services.problems import Problems
from damaci.services.progress import StoredProgress
from damaci.services.puzzles import Puzzles
from damaci.services.refutations import refute
from damaci.services.reviews import Reviews
from damaci.services.studies import Studies
from damaci.store import Store


@dataclass(frozen=True)
class LearningServices:
    """What engines and tables say, and what is learned from it."""

    reviews: Reviews
    engine_lines: EngineLines
    mistakes: Mistakes
    problems: Problems
    lessons: Lessons
    practice: Practice
    endings: EndingAnswers
    puzzles: Puzzles
    board: AnalysisBoard
    studies: Studies


def open_learning(store: Store, thinking: Thinking, progress: StoredProgress) -> LearningServices:
    """Opens them."""
    reviews = Reviews(store, asyncio.to_thread)
    lines = EngineLines(thinking.known, reviews, thinking.make_engine)
    person = DevicePerson(store)
    return LearningServices(
        reviews=reviews,
        engine_lines=lines,
        mistakes=Mistakes(store, person, reviews, lines, asyncio.to_thread, thinking.make_engine),
        problems=Problems(thinking.known, thinking.make_engine),
        lessons=Lessons(progress),
        practice=Practice(progress, thinking.engines, thinking.known),
        endings=EndingAnswers([TablesHere.of(thinking.tablebase, asyncio.to_thread)]),
        puzzles=Puzzles(OnePerson(store), partial(refute, thinking.engines), Random()),
        board=AnalysisBoard(store, asyncio.to_thread),
        studies=Studies(store.studies, asyncio.to_thread),
    )
