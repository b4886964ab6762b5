"""The tables of games."""

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text, false, text

from damaci.store.schema.metadata import METADATA, only
from damaci.stored.summary import UNEDITED

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
    Column("explored", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("counted", Boolean, nullable=False, server_default=false()),
    Column("tags", Text, nullable=False, server_default=UNEDITED),
    Column("days", Integer, nullable=False, server_default="0"),
    Column("due", Double),
    Column("speed", String(16), nullable=False, server_default=""),
    Index(None, "updated"),
    Index("ix_games_running", "updated", "plies", "white_kind", "black_kind", **only("result = '*'")),
    Index("ix_games_unexplored", "id", **only("explored = false AND result <> '*'")),
    Index("ix_games_due", "due", **only("days > 0 AND result = '*'")),
    Index("ix_games_uncounted", "updated", **only("rated = true AND counted = false AND result <> '*'")),
)
"""The summary of each game, updated in the same transaction as its log. `explored`: whether EXPLORER has counted it;
`rated`: whether it is played for ratings; `counted`: whether RATINGS have been told how it ended;
`tags`: the edited tags as JSON; `days`: how many a move may take in a game by the day, else 0; `due`: when the time of
its side to move is over (epoch seconds); `speed`: as in damaci.stored.summary."""


DAILY = text("games.days > 0 AND games.result = '*'")
"""The condition of an unfinished game by the day, as the index of these games has it."""


UNCOUNTED = text("games.rated = true AND games.counted = false AND games.result <> '*'")
"""The condition of a finished rated game that has not been counted, as the index of these games has it."""


UNEXPLORED = text("games.explored = false AND games.result <> '*'")
"""The condition of a finished game that is not counted yet, as the index of these games has it."""


EXPLORER = Table(
    "explorer",
    METADATA,
    Column("ruleset", String(32), primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("after", BigInteger, primary_key=True, autoincrement=False),
    Column("white", Integer, nullable=False),
    Column("draw", Integer, nullable=False),
    Column("black", Integer, nullable=False),
    Column("games", Text, nullable=False),
)
"""The finished games that went from one position to another, by the positions' keys: how they ended, and the ids of the
last ones with spaces between them."""


EVENTS = Table(
    "events",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
)
"""The log: event number `version` of a game as JSON. The primary key lets only one writer append each version."""


CONTENTS = Table(
    "contents",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", String(64), nullable=False),
    Index(None, "hash"),
)
"""The hash of a game's moves, result and tags, for imported and finished games."""


REVIEWS = Table(
    "reviews",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("review", Text, nullable=False),
)
"""The last complete review of a game, as JSON."""


CONDITIONAL = Table(
    "conditional_moves",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("color", String(8), primary_key=True),
    Column("id", String(32), nullable=False),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("lines", Text, nullable=False),
    Column("looked", Integer, nullable=False),
    Index(None, "player"),
)
"""The conditional moves of each side in games by the day, as JSON: made at a version and a ply of the game; `id` is
another one whenever they change. `looked`: the version of the game at which the server last looked whether it has to
answer."""
