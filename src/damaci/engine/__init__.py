"""The engine as Python sees it: analysis, play, levels."""

from damaci.engine.analysis import Analysis, Line, Score
from damaci.engine.engine import Engine
from damaci.engine.levels import LEVELS, Level, level
from damaci.engine.limits import Limits

__all__ = ["LEVELS", "Analysis", "Engine", "Level", "Limits", "Line", "Score", "level"]
