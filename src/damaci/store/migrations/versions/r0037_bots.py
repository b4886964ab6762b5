"""Which programs are listed, and whose they are."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Adds a table of programs, and in it those that have been listed until now."""
    op.create_table(
        "bots",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("owner", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("listed", sa.Boolean, nullable=False),
    )
    op.create_index("ix_bots_owner", "bots", ["owner"])
    op.execute("INSERT INTO bots (player, listed) SELECT id, true FROM players WHERE computer = 'program'")
