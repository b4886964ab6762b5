"""PDN, the usual notation of draughts games: version 3.0 of the standard (pdn.fmjd.org), and the forms of older files.

`read` gives games whose moves are checked, `scan` finds the games quickly without checking moves, `write` writes games.
"""

from damaci.notation.pdn.error import PdnError, PdnWarning, Place
from damaci.notation.pdn.reader import read
from damaci.notation.pdn.scanner import RawGame, scan
from damaci.notation.pdn.source import Source
from damaci.notation.pdn.tree import Line, Node, PdnGame, Result
from damaci.notation.pdn.writer import write, write_game

__all__ = [
    "Line",
    "Node",
    "PdnError",
    "PdnGame",
    "PdnWarning",
    "Place",
    "RawGame",
    "Result",
    "Source",
    "read",
    "scan",
    "write",
    "write_game",
]
