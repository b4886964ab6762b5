"""A table for the browsers that want notices."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0013"  # which was there first


def upgrade() -> None:
    """Adds a table; existing tables do not change."""
    op.create_table(
        "push_browsers",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("turn", sa.Boolean, nullable=False),
        sa.Column("challenge", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_push_browsers_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_push_browsers"),
    )
    op.create_index("ix_push_browsers_player", "push_browsers", ["player"])
