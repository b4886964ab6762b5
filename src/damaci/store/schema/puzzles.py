"""The tables of those who solve puzzles."""

from sqlalchemy import Column, Double, ForeignKey, String, Table, Text

from damaci.store.schema.metadata import METADATA

SOLVERS = Table(
    "solvers",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("record", Text, nullable=False),
)
"""What each player has done at puzzles, as JSON."""


PUZZLE_RATINGS = Table(
    "puzzle_ratings",
    METADATA,
    Column("puzzle", String(32), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
)
"""The ratings of puzzles that players have moved."""


MISTAKES = Table(
    "mistakes",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("known", Text, nullable=False),
)
"""What is known of each player's own mistakes, as JSON: see damaci.services.person."""
