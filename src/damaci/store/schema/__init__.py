"""The tables of the newest schema. A change here needs a migration and its name in REVISION."""

from damaci.store.schema.broadcasts import BROADCAST_BOARDS, BROADCASTS
from damaci.store.schema.games import (
    CONDITIONAL,
    CONTENTS,
    DAILY,
    EVENTS,
    EXPLORER,
    GAMES,
    REVIEWS,
    UNCOUNTED,
    UNEXPLORED,
)
from damaci.store.schema.lobby import CHALLENGES, SEATS, SEEKS
from damaci.store.schema.metadata import METADATA
from damaci.store.schema.moderation import AUDIT, BANS, COMPARISONS, REPORTS
from damaci.store.schema.notifications import MAIL_ADDRESSES, MAIL_QUEUE, PUSH, PUSH_QUEUE
from damaci.store.schema.players import (
    BOTS,
    FOLLOWS,
    HOLIDAYS,
    PLAYER_SETTINGS,
    PLAYERS,
    SESSIONS,
    SETTINGS,
    SIGN_IN_LINKS,
    TOKENS,
    UNTOLD,
)
from damaci.store.schema.processes import HEARTBEATS, LEASES, NOTICES, OUTAGES, PROCESSES
from damaci.store.schema.puzzles import MISTAKES, PUZZLE_RATINGS, SOLVERS
from damaci.store.schema.ratings import RATING_CHANGES, RATINGS
from damaci.store.schema.studies import STUDIES, STUDY_ACCESS, STUDY_CHAPTERS, STUDY_MEMBERS
from damaci.store.schema.tournaments import (
    ANNOUNCED,
    TOURNAMENT_ACTS,
    TOURNAMENT_EVENTS,
    TOURNAMENT_GAMES,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)

REVISION = "0038"
"""The newest migration. A database at this revision is opened without importing Alembic."""

__all__ = [
    "ANNOUNCED",
    "AUDIT",
    "BANS",
    "BOTS",
    "BROADCASTS",
    "BROADCAST_BOARDS",
    "CHALLENGES",
    "COMPARISONS",
    "CONDITIONAL",
    "CONTENTS",
    "DAILY",
    "EVENTS",
    "EXPLORER",
    "FOLLOWS",
    "GAMES",
    "HEARTBEATS",
    "HOLIDAYS",
    "LEASES",
    "MAIL_ADDRESSES",
    "MAIL_QUEUE",
    "METADATA",
    "MISTAKES",
    "NOTICES",
    "OUTAGES",
    "PLAYERS",
    "PLAYER_SETTINGS",
    "PROCESSES",
    "PUSH",
    "PUSH_QUEUE",
    "PUZZLE_RATINGS",
    "RATINGS",
    "RATING_CHANGES",
    "REPORTS",
    "REVIEWS",
    "REVISION",
    "SEATS",
    "SEEKS",
    "SESSIONS",
    "SETTINGS",
    "SIGN_IN_LINKS",
    "SOLVERS",
    "STUDIES",
    "STUDY_ACCESS",
    "STUDY_CHAPTERS",
    "STUDY_MEMBERS",
    "TOKENS",
    "TOURNAMENTS",
    "TOURNAMENT_ACTS",
    "TOURNAMENT_EVENTS",
    "TOURNAMENT_GAMES",
    "TOURNAMENT_PLAYERS",
    "UNCOUNTED",
    "UNEXPLORED",
    "UNTOLD",
]
