"""Tournaments: pairing, standings, report files, and the tournament itself: commands in, events or a refusal out.

No I/O, no wall clock, no randomness."""

from damaci.tournament.decide import decide
from damaci.tournament.events import Settings
from damaci.tournament.ranking import ranking
from damaci.tournament.refusal import Refusal, TournamentCode
from damaci.tournament.tournament import ImpossibleEvent, Tournament

__all__ = ["ImpossibleEvent", "Refusal", "Settings", "Tournament", "TournamentCode", "decide", "ranking"]
