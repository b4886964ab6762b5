"""Columns for the tournament to which a broadcast belongs, and for reports of a broadcast."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Adds columns; no broadcast belongs to a tournament so far."""
    op.add_column("broadcasts", sa.Column("tournament", sa.String(32)))
    op.create_index("ix_broadcasts_tournament", "broadcasts", ["tournament"])
    op.add_column("reports", sa.Column("broadcast", sa.String(32)))
