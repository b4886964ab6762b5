"""Tables for tournaments and the logs of their events."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0007"


def upgrade() -> None:
    """Adds two tables; existing tables do not change."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_updated", "tournaments", ["updated"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_events_tournament", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament", "version", name="pk_tournament_events"),
    )
