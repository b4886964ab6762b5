"""The tables of ratings."""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, String, Table

from damaci.store.schema.metadata import METADATA

RATINGS = Table(
    "ratings",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("ruleset", String(32), primary_key=True),
    Column("speed", String(16), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("number", BigInteger, nullable=False),
    Index("ix_ratings_best", "ruleset", "speed", "rating"),
)
"""Each player's ratings as they were after the last rated game, which ended at `at` and was counted as `number`."""


RATING_CHANGES = Table(
    "rating_changes",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("color", String(8), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("player", String(32), ForeignKey("players.id", ondelete="SET NULL")),
    Column("ruleset", String(32), nullable=False),
    Column("speed", String(16), nullable=False),
    Column("at", Double, nullable=False),
    Column("score", Double, nullable=False),
    Column("rating_before", Double, nullable=False),
    Column("deviation_before", Double, nullable=False),
    Column("volatility_before", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Index(None, "number"),
    Index("ix_rating_changes_player", "player", "ruleset", "speed", "number"),
)
"""What each rated game did to the rating of each side, in the order in which the games were counted: `number` grows by
one with each game. A deleted player is taken out; the figures stay, because the other player's depend on them."""
