"""Ratings by Glicko-2: how strong a player is, and how certain that is. No I/O, no clock."""

from damaci.rating.glicko import Glicko2, Result
from damaci.rating.rating import PROVISIONAL_FROM, Rating

__all__ = ["PROVISIONAL_FROM", "Glicko2", "Rating", "Result"]
