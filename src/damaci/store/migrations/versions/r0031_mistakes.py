"""A table for players' own mistakes."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Adds a table; existing tables do not change."""
    op.create_table(
        "mistakes",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("known", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_mistakes_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", name="pk_mistakes"),
    )
