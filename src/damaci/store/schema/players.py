"""The tables of players."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, String, Table, Text, false, text

from damaci.store.schema.metadata import METADATA, only

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
    Column("closed", Double),
    Column("recovery", Text),
    Column("computer", String(32)),
    Index(None, "account", unique=True),
    Index("ix_players_guests", "created", "id", **only("account IS NULL")),
    Index("ix_players_computers", "computer", "name", **only("computer IS NOT NULL")),
)
"""Online players: guests, and accounts, which have `account` (the folded name) and the hash of a passphrase. `closed`:
when an operator closed the account; `recovery`: the hash of its recovery words. `computer`: what plays, if it is no
person: the name of a level, or PROGRAM of damaci.store.players."""


SESSIONS = Table(
    "sessions",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("created", Double, nullable=False),
    Index(None, "player"),
    Index(None, "created"),
)
"""Sessions of browsers, by the hash of their cookie."""


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
"""Tokens of programs that play for a player, by the hash of their secret."""


SIGN_IN_LINKS = Table(
    "sign_in_links",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("created", Double, nullable=False),
    Column("until", Double, nullable=False),
    Index(None, "player"),
)
"""One-time sign-in links, by the hash of their secret. A used link is deleted."""


PLAYER_SETTINGS = Table(
    "player_settings",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("settings", Text, nullable=False),
)
"""What players with accounts have chosen, as JSON: who may see what, and who may challenge them."""


FOLLOWS = Table(
    "follows",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("followed", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("since", Double, nullable=False),
    Index(None, "followed"),
)
"""Whom players follow, and since when (epoch seconds)."""


BOTS = Table(
    "bots",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), ForeignKey("players.id", ondelete="SET NULL")),
    Column("listed", Boolean, nullable=False),
    Index(None, "owner"),
)
"""The accounts of programs. `owner`: whose program it is, with that player's agreement."""


HOLIDAYS = Table(
    "holidays",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("began", Double, nullable=False),
    Column("until", Double, nullable=False),
    Column("told", Boolean, nullable=False, server_default=false()),
    Index("ix_holidays_player", "player", "began"),
    Index("ix_holidays_untold", "id", **only("told = false")),
)
"""The holidays of players in games by the day, also those that are over (epoch seconds). `told`: whether the player's
games have noted it as it is now."""


UNTOLD = text("holidays.told = false")
"""The condition of a holiday that games may not have noted, as the index of these has it."""
