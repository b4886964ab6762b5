"""Matches between engines: openings, games, and statistics of the results."""

from damaci.match.adjudication import Adjudication
from damaci.match.clocks import TimeControl
from damaci.match.contender import Contender, read_contender
from damaci.match.game import Fault, Played
from damaci.match.match import Match
from damaci.match.openings import Opening, generate, read_openings
from damaci.match.statistics import Elo, Sprt
from damaci.match.tally import Tally

__all__ = [
    "Adjudication",
    "Contender",
    "Elo",
    "Fault",
    "Match",
    "Opening",
    "Played",
    "Sprt",
    "Tally",
    "TimeControl",
    "generate",
    "read_contender",
    "read_openings",
]
