"""A table of the players whom each player follows."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0024"


def upgrade() -> None:
    """Adds a table; existing tables do not change."""
    op.create_table(
        "follows",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("followed", sa.String(32), nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_follows_player", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["followed"], ["players.id"], name="fk_follows_followed", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "followed", name="pk_follows"),
    )
    op.create_index("ix_follows_followed", "follows", ["followed"])
