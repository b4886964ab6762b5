"""A table for how players' moves compare with the engine's."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0017"  # which was there first


def upgrade() -> None:
    """Adds a table; existing tables do not change."""
    op.create_table(
        "comparisons",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("asked", sa.Double),
        sa.Column("at", sa.Double),
        sa.Column("rating", sa.Double),
        sa.Column("engine", sa.String(64)),
        sa.Column("moves", sa.Integer),
        sa.Column("comparison", sa.Text),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_comparisons_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "ruleset", "speed", name="pk_comparisons"),
    )
    op.create_index("ix_comparisons_asked", "comparisons", ["asked"])
    op.create_index("ix_comparisons_near", "comparisons", ["ruleset", "speed", "rating"])
