"""The tables of tournaments."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from damaci.store.schema.metadata import METADATA

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("name", Text, nullable=False),
    Column("system", String(16), nullable=False),
    Column("players", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("closed", Boolean, nullable=False),
    Index(None, "updated"),
)
"""What a list shows of each tournament, updated in the same transaction as its log."""


TOURNAMENT_EVENTS = Table(
    "tournament_events",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
)
"""The log: event number `version` of a tournament as JSON."""


ANNOUNCED = Table(
    "announced",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), ForeignKey("players.id", ondelete="SET NULL")),
    Column("starts", Double, nullable=False),
    Column("lasts", Double, nullable=False),
    Column("pause", Double, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("held", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Index("ix_announced_over", "over", "starts"),
    Index(None, "owner"),
)
"""Tournaments that are played on the server, by its own clock. `held`: the arbiter goes on by hand."""


TOURNAMENT_PLAYERS = Table(
    "tournament_players",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("joined", Double, nullable=False),
    Column("entrant", Integer),
    Index(None, "player"),
    Index("ix_tournament_players_entrant", "tournament", "entrant", unique=True),
)
"""Who has joined. `entrant` is the player's number in the tournament's log; none until the tournament takes the
player."""


TOURNAMENT_ACTS = Table(
    "tournament_acts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("player", String(32), ForeignKey("players.id", ondelete="SET NULL")),
    Column("act", String(16), nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "tournament"),
    Index(None, "player"),
)
"""Who has joined and left a tournament, and who has held and resumed it. `player`: none for the server itself, and once
the player has been deleted."""


TOURNAMENT_GAMES = Table(
    "tournament_games",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("white_came", Boolean, nullable=False),
    Column("black_came", Boolean, nullable=False),
    Column("entered", Boolean, nullable=False),
    Index(None, "game", unique=True),
    Index("ix_tournament_games_tournament", "tournament", "entered"),
)
"""The games of the rounds. `entered`: the tournament knows how the game ended."""
