"""The tables of what operators do and look at."""

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, String, Table, Text

from damaci.store.schema.metadata import METADATA

BANS = Table(
    "bans",
    METADATA,
    Column("kind", String(16), primary_key=True),
    Column("subject", String(64), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("until", Double),
)
"""Bans of players, by id, and of networks."""


AUDIT = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", String(32), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("detail", Text, nullable=False),
    Column("why", Text, nullable=False),
    Index(None, "subject"),
)
"""The acts of operators. Each is written in the transaction that carries it out."""


REPORTS = Table(
    "reports",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", Double, nullable=False),
    Column("about", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("by", String(32), ForeignKey("players.id", ondelete="SET NULL")),
    Column("reason", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("game", String(32), nullable=False),
    Column("color", String(8), nullable=False),
    Column("version", Integer, nullable=False),
    Column("phrases", Text, nullable=False),
    Column("closed", Double),
    Column("verdict", Text, nullable=False),
    Column("study", String(32)),
    Column("words", Text),
    Column("broadcast", String(32)),
    Column("tournament", String(32)),
    Index(None, "about"),
    Index(None, "by"),
    Index(None, "closed", "created"),
)
"""Reports of players by players. Deleting a player deletes the reports about the player."""


COMPARISONS = Table(
    "comparisons",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("ruleset", String(32), primary_key=True),
    Column("speed", String(16), primary_key=True),
    Column("asked", Double),
    Column("at", Double),
    Column("rating", Double),
    Column("engine", String(64)),
    Column("moves", Integer),
    Column("comparison", Text),
    Index(None, "asked"),
    Index("ix_comparisons_near", "ruleset", "speed", "rating"),
)
"""How a player's moves compare with the engine's, as JSON. `asked`: since when somebody waits for it; the rest is what
was found the last time, none before the first."""
