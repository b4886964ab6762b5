"""The tables of the newest schema. A change here needs a migration and its name in REVISION."""

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, MetaData, String, Table, Text

REVISION = "0001"
"""The newest migration: a database at it is opened without loading Alembic."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("ruleset", String(32), nullable=False),
    Column("white_kind", String(16), nullable=False),
    Column("white_name", Text, nullable=False),
    Column("white_level", String(32), nullable=False),
    Column("black_kind", String(16), nullable=False),
    Column("black_name", Text, nullable=False),
    Column("black_level", String(32), nullable=False),
    Column("plies", Integer, nullable=False),
    Column("result", String(8), nullable=False),
    Column("reason", String(32), nullable=False),
    Index(None, "updated"),
    Index(None, "result", "updated"),
)
"""One row a game: what a list of games shows, kept in step with the log in the same transaction."""

EVENTS = Table(
    "events",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
)
"""The log: event number `version` of a game as JSON. The primary key lets one writer only have a version."""

SETTINGS = Table("settings", METADATA, Column("key", String(64), primary_key=True), Column("value", Text, nullable=False))
"""Preferences as JSON by key."""
