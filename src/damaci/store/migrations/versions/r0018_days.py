"""Columns for games by the day."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0014"


def upgrade() -> None:
    """Adds two columns to the games, and an index; no game so far is by the day."""
    op.add_column("games", sa.Column("days", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("due", sa.Double))
    condition = sa.text("days > 0 AND result = '*'")
    op.create_index("ix_games_due", "games", ["due"], sqlite_where=condition, postgresql_where=condition)
