"""Puzzles: positions in which one move wins and every other does not, shipped with the package, by theme and rating.

Titles are English; the catalogues of the pages translate them, in a context of their own (CONTEXT)."""

from damaci.puzzles.collection import SHIPPED, Collection, Collections, find, puzzles
from damaci.puzzles.puzzle import Goal, Puzzle
from damaci.puzzles.themes import Theme

CONTEXT = "puzzles"
"""gettext's context of every text in this package."""

__all__ = ["CONTEXT", "SHIPPED", "Collection", "Collections", "Goal", "Puzzle", "Theme", "find", "puzzles"]
