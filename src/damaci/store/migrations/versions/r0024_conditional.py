"""A table for conditional moves."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0022"


def upgrade() -> None:
    """Adds a table; existing tables do not change."""
    op.create_table(
        "conditional_moves",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("color", sa.String(8), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("looked", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_conditional_moves_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_conditional_moves_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "color", name="pk_conditional_moves"),
    )
    op.create_index("ix_conditional_moves_player", "conditional_moves", ["player"])
