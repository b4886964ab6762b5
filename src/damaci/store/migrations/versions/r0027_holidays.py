"""A table for holidays in games by the day."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Adds a table; existing tables do not change."""
    op.create_table(
        "holidays",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("began", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("told", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_holidays_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_holidays"),
    )
    op.create_index("ix_holidays_player", "holidays", ["player", "began"])
    condition = sa.text("told = false")
    op.create_index("ix_holidays_untold", "holidays", ["id"], sqlite_where=condition, postgresql_where=condition)
