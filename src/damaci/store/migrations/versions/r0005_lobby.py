"""Indexes for the lobby and for tidying up, the address of a seek, and leases."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds a column, a table and indexes; the indexes of running games and of a player's seats replace wider ones."""
    op.drop_index("ix_games_result_updated", "games")
    running = _only("result = '*'")
    op.create_index("ix_games_running", "games", ["updated", "plies", "white_kind", "black_kind"], **running)
    op.create_index("ix_players_guests", "players", ["created", "id"], **_only("account IS NULL"))
    op.create_index("ix_sessions_created", "sessions", ["created"])
    op.create_index("ix_seats_player_game", "seats", ["player", "game"])
    op.drop_index("ix_seats_player", "seats")
    op.add_column("seeks", sa.Column("address", sa.String(32)))
    op.create_index("ix_seeks_open_address", "seeks", ["open", "address"])
    op.create_table(
        "leases",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )


def _only(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}
