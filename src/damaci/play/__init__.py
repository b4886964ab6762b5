"""The table at which a game is played: commands in, events or a refusal out. No I/O, no wall clock, no randomness."""

from damaci.play.decide import decide
from damaci.play.decision import Decision
from damaci.play.refusal import Refusal, TableCode
from damaci.play.table import ImpossibleEvent, Table

__all__ = ["Decision", "ImpossibleEvent", "Refusal", "Table", "TableCode", "decide"]
