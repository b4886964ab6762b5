"""The engine as Python sees it: analysis, play, levels."""

from damaci.engine.analysis import Analysis, Line, Score
from damaci.engine.async_engine import AsyncEngine
from damaci.engine.clock import Clock, time_for_move
from damaci.engine.engine import Engine
from damaci.engine.levels import LEVELS, Level, level
from damaci.engine.limits import Limits
from damaci.engine.many import analyse_many

__all__ = [
    "LEVELS",
    "Analysis",
    "AsyncEngine",
    "Clock",
    "Engine",
    "Level",
    "Limits",
    "Line",
    "Score",
    "analyse_many",
    "level",
    "time_for_move",
]
