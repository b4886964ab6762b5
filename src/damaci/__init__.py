"""Turkish draughts (Dama): positions, moves and games of every ruleset, and an engine.

>>> import damaci
>>> position = damaci.Position.start("turkish")
>>> len(position.legal_moves)
8
"""

# First, because the other imports take so long that a user may interrupt them.
from damaci.early import until_begun  # isort: skip

until_begun()

from importlib import import_module
from typing import TYPE_CHECKING, Any

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.path import Path
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.problems import Problem
from damaci.board.refusal import Refusal, RefusalCode
from damaci.board.setup import Setup
from damaci.board.square import Square
from damaci.errors import (
    AmbiguousMove,
    BadArgument,
    DamaciError,
    FenError,
    GameOver,
    IllegalMove,
    MoveTextError,
    SetupError,
    UnknownLevel,
    UnknownRuleset,
)
from damaci.game.announcements import Announcement, Said
from damaci.game.game import Game, History
from damaci.game.outcome import Outcome, Reason
from damaci.rules.catalogue import RULESETS, ruleset
from damaci.rules.endings import Endings, OneEach
from damaci.rules.movement import Movement
from damaci.rules.options import Options
from damaci.rules.ruleset import Reading, Ruleset

if TYPE_CHECKING:
    from damaci.board import svg
    from damaci.engine import LEVELS, Analysis, AsyncEngine, Engine, Level, Limits, Line, Score, analyse_many, level
    from damaci.game.record import from_pdn, to_pdn
    from damaci.notation import pdn

    __version__: str
else:
    _LATER = {
        **dict.fromkeys(
            (
                "LEVELS",
                "Analysis",
                "AsyncEngine",
                "Engine",
                "Level",
                "Limits",
                "Line",
                "Score",
                "analyse_many",
                "level",
            ),
            "damaci.engine",
        ),
        **dict.fromkeys(("from_pdn", "to_pdn"), "damaci.game.record"),
        "pdn": "damaci.notation.pdn",
        "svg": "damaci.board.svg",
    }

    def __getattr__(name: str) -> Any:
        """Loads the engine, PDN, drawing and the version at their first use, so that the import is quick."""
        if name == "__version__":
            return import_module("importlib.metadata").version("damaci")
        if name not in _LATER:
            raise AttributeError(f"module 'damaci' has no attribute {name!r}")
        module = import_module(_LATER[name])
        if _LATER[name].endswith(f".{name}"):
            return module
        return getattr(module, name)

    def __dir__() -> list[str]:
        return __all__


__all__ = [
    "LEVELS",
    "RULESETS",
    "AmbiguousMove",
    "Analysis",
    "Announcement",
    "AsyncEngine",
    "BadArgument",
    "Color",
    "DamaciError",
    "Endings",
    "Engine",
    "FenError",
    "Game",
    "GameOver",
    "History",
    "IllegalMove",
    "Level",
    "Limits",
    "Line",
    "Move",
    "MoveTextError",
    "Movement",
    "OneEach",
    "Options",
    "Outcome",
    "Path",
    "Piece",
    "Position",
    "Problem",
    "Reading",
    "Reason",
    "Refusal",
    "RefusalCode",
    "Ruleset",
    "Said",
    "Score",
    "Setup",
    "SetupError",
    "Square",
    "UnknownLevel",
    "UnknownRuleset",
    "__version__",
    "analyse_many",
    "from_pdn",
    "level",
    "pdn",
    "ruleset",
    "svg",
    "to_pdn",
]
