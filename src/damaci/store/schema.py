"""The tables of the newest schema. A change here needs a migration and its name in REVISION."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
    true,
)

from damaci.stored.summary import UNEDITED

REVISION = "0037"
"""The newest migration. A database at this revision is opened without importing Alembic."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def only(condition: str) -> dict[str, Any]:
    """Makes an index partial: it has the rows for which the condition holds. A query that is to use it has to have the
    same condition, with its values in the text."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


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

PUSH = Table(
    "push_browsers",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("turn", Boolean, nullable=False),
    Column("challenge", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("hurry", Boolean, nullable=False, server_default=false()),
    Column("tournament", Boolean, nullable=False, server_default=false()),
    Column("holiday", Boolean, nullable=False, server_default=false()),
    Column("ended", Boolean, nullable=False, server_default=false()),
    Column("absence", Boolean, nullable=False, server_default=false()),
    Index(None, "player"),
)
"""Browsers that want notices, by the hash of the address that a push service has given them."""

MAIL_ADDRESSES = Table(
    "mail_addresses",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("address", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("confirmed", Double),
    Column("hash", String(64)),
    Column("until", Double),
    Column("turn", Boolean, nullable=False),
    Column("hurry", Boolean, nullable=False),
    Column("challenge", Boolean, nullable=False),
    Column("tournament", Boolean, nullable=False),
    Column("bounces", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("sent", Integer, nullable=False),
    Column("holiday", Boolean, nullable=False, server_default=true()),
    Column("ended", Boolean, nullable=False, server_default=true()),
    Column("absence", Boolean, nullable=False, server_default=true()),
    Index(None, "hash", unique=True),
    Index("ix_mail_addresses_unconfirmed", "until", **only("confirmed IS NULL")),
)
"""The addresses to which players want notices by mail, and which. `confirmed`: when the player opened the link that was
sent there; `hash`: of that link's secret; `until`: for how long it can be used, and the address is kept without;
`bounces`: how often in a row the address was refused; `sent`: mails on `day` (days since the epoch). Moments are epoch
seconds."""


def _queue(name: str) -> Table:
    """What is to be told later."""
    return Table(
        name,
        METADATA,
        Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        Column("kind", String(16), primary_key=True),
        Column("about", String(32), primary_key=True),
        Column("ply", Integer, nullable=False),
        Column("due", Double, nullable=False),
        Column("until", Double, nullable=False),
        Column("tries", Integer, nullable=False),
        Index(None, "due", "player"),
    )


MAIL_QUEUE = _queue("mail_queue")
"""What is to be told by mail, from `due` on and until `until` (epoch seconds). `about`: a game, a challenge, a
tournament, a holiday or a player. Whoever takes a row out sends it."""
PUSH_QUEUE = _queue("push_queue")
"""The same for what is to be told by Web Push, but not at once."""

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

NOTICES = Table(
    "notices",
    METADATA,
    Column("kind", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("since", Double, nullable=False),
    Column("until", Double),
)
"""The announcement and the maintenance, while there is one."""

PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("host", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("started", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("draining", Boolean, nullable=False),
)
"""The processes that serve this store. Each writes `seen` now and then; `draining` tells it to end."""

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
    Index(None, "about"),
    Index(None, "by"),
    Index(None, "closed", "created"),
)
"""Reports of players by players. Those about a player go with that player."""

LEASES = Table(
    "leases",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("until", Double, nullable=False),
)
"""Who of several processes does some work, and until when nobody else may."""

HEARTBEATS = Table(
    "heartbeats",
    METADATA,
    Column("process", String(32), primary_key=True),
    Column("at", Double, nullable=False),
    Column("wall", Double, nullable=False),
)
"""When each process that serves the games could last write: by its own clock and by that of the database."""

OUTAGES = Table(
    "outages",
    METADATA,
    Column("since", Double, primary_key=True),
    Column("until", Double, nullable=False),
)
"""When no process could write."""

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

BOTS = Table(
    "bots",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), ForeignKey("players.id", ondelete="SET NULL")),
    Column("listed", Boolean, nullable=False),
    Index(None, "owner"),
)
"""The accounts of programs. `owner`: whose program it is, with that player's agreement."""

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

STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("title", Text, nullable=False),
    Column("chapters", Integer, nullable=False),
    Column("study", Text, nullable=False),
    Index(None, "updated"),
)
"""Studies as JSON: their chapters in order. Beside that, what a list shows of each."""

STUDY_CHAPTERS = Table(
    "study_chapters",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("chapter", String(32), primary_key=True),
    Column("pdn", Text, nullable=False),
)
"""What is in each chapter of a study."""

STUDY_ACCESS = Table(
    "study_access",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("size", Integer, nullable=False),
    Index(None, "owner"),
)
"""Whose each study is on a server for many players, and who may read it. `size`: characters of its chapters."""

STUDY_MEMBERS = Table(
    "study_members",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("joined", Double, nullable=False),
    Index(None, "player"),
)
"""Who may write in a study besides its owner."""

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
