"""A column that says which players are computers."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0019"  # which was there first


def upgrade() -> None:
    """Adds a column to the players; those that there are are people."""
    there = sa.text("computer IS NOT NULL")
    op.add_column("players", sa.Column("computer", sa.String(32)))
    op.create_index("ix_players_computers", "players", ["computer", "name"], sqlite_where=there, postgresql_where=there)
