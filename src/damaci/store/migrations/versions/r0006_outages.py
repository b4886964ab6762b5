"""Tables for the heartbeats of processes, and the outages between them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds two tables; existing tables do not change."""
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("wall", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("process", name="pk_heartbeats"),
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("since", name="pk_outages"),
    )
