"""Turkish draughts (Dama): positions, moves and games of every ruleset, and an engine.

>>> import damaci
>>> position = damaci.Position.start("turkish")
>>> len(position.legal_moves)
8
"""

from damaci.board import svg
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.path import Path
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.refusal import Refusal, RefusalCode
from damaci.board.setup import Problem, Setup
from damaci.board.square import Square
from damaci.errors import AmbiguousMove, DamaciError, FenError, GameOver, IllegalMove, MoveTextError, SetupError, UnknownRuleset
from damaci.game.announcements import Announcement, Said
from damaci.game.game import Game, History
from damaci.game.outcome import Outcome, Reason
from damaci.game.record import from_pdn, to_pdn
from damaci.notation import pdn
from damaci.rules.catalogue import RULESETS, ruleset
from damaci.rules.endings import Endings, OneEach
from damaci.rules.movement import Movement
from damaci.rules.options import Options
from damaci.rules.ruleset import Reading, Ruleset

__all__ = [
    "RULESETS",
    "AmbiguousMove",
    "Announcement",
    "Color",
    "DamaciError",
    "Endings",
    "FenError",
    "Game",
    "GameOver",
    "History",
    "IllegalMove",
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
    "Setup",
    "SetupError",
    "Square",
    "UnknownRuleset",
    "from_pdn",
    "pdn",
    "ruleset",
    "svg",
    "to_pdn",
]
