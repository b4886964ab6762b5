"""The tables of broadcasts."""

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, String, Table, Text

from damaci.store.schema.metadata import METADATA

BROADCASTS = Table(
    "broadcasts",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("tournament", String(32)),
    Index(None, "owner"),
    Index(None, "created"),
    Index(None, "tournament"),
)
"""Broadcasts: games that are played over the board elsewhere, and entered here. `tournament`: the one of this server to
which they belong."""


BROADCAST_BOARDS = Table(
    "broadcast_boards",
    METADATA,
    Column("broadcast", String(32), ForeignKey("broadcasts.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("key", String(64)),
    Index(None, "game", unique=True),
    Index(None, "key", unique=True),
)
"""The boards of broadcasts. `key`: the hash of the secret of the board's link, by which its moves are entered; none if
nobody can enter any."""
