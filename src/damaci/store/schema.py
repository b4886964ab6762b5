"""The tables of the newest schema. A change here needs a migration and its name in REVISION."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, String, Table, Text

REVISION = "0003"
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

CONTENTS = Table(
    "contents",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", String(64), nullable=False),
    Index(None, "hash"),
)
"""A hash of what a game consists of: moves, result and tags. Only of games that have come in, or are over."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("review", Text, nullable=False),
)
"""The last complete review of a game, as JSON."""

SETTINGS = Table(
    "settings", METADATA, Column("key", String(64), primary_key=True), Column("value", Text, nullable=False)
)
"""Preferences as JSON by key."""

PLAYERS = Table(
    "players",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", String(64)),
    Column("passphrase", Text),
    Column("created", Double, nullable=False),
    Index(None, "account", unique=True),
)
"""Who plays online: guests, and with `account` (the name as it is compared) and the hash of a passphrase those who
signed up."""

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("created", Double, nullable=False),
    Index(None, "player"),
)
"""Browsers that have come before, by the hash of their cookie."""

TOKENS = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
    Index(None, "player"),
)
"""Programs that may play for somebody, by the hash of what they show."""

SEATS = Table(
    "seats",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("color", String(8), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Index(None, "player"),
)
"""Whose seat is whose. A seat is taken before its game is there, so that of two who want it only one gets it."""

SEEKS = Table(
    "seeks",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("wish", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Index(None, "player"),
    Index(None, "open", "seen"),
)
"""Games that somebody would like to play, as JSON: with anybody if `open`, else with who has the link. The game will
have the same id."""
