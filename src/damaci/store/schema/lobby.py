"""The tables of how players come to a game."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, String, Table, Text

from damaci.store.schema.metadata import METADATA

SEATS = Table(
    "seats",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("color", String(8), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Index("ix_seats_player_game", "player", "game"),
)
"""The player of each seat, stored in one transaction with the game: see damaci.store.pairings."""


SEEKS = Table(
    "seeks",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("wish", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("address", String(32)),
    Index(None, "player"),
    Index(None, "open", "seen"),
    Index("ix_seeks_open_address", "open", "address"),
)
"""Seeks as JSON: for any opponent if `open`, otherwise for whoever has the link. The game will have the same id.
`address`: a keyed hash of the address from which it was made."""


CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("target", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("wish", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("until", Double, nullable=False),
    Column("declined", String(32), nullable=False),
    Index(None, "player"),
    Index(None, "target"),
    Index(None, "until"),
)
"""Challenges of one player to another, as JSON, until they end. The game will have the same id. `declined`: why the
other one does not want to; empty as long as there is no answer."""
