"""The table at which a game is played: commands in, events or a refusal out. No I/O, no wall clock, no randomness."""

from damaci.play.refusal import Refusal, TableCode
from damaci.play.table import ImpossibleEvent, Table

__all__ = ["ImpossibleEvent", "Refusal", "Table", "TableCode"]
