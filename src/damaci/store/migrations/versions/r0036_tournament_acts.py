"""What people do around a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Adds a table for who has joined, left, held and resumed a tournament; and in it those who take part."""
    op.create_table(
        "tournament_acts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("ix_tournament_acts_tournament", "tournament_acts", ["tournament"])
    op.create_index("ix_tournament_acts_player", "tournament_acts", ["player"])
    op.execute(
        "INSERT INTO tournament_acts (tournament, player, act, at)"
        " SELECT tournament, player, 'joined', joined FROM tournament_players ORDER BY joined"
    )
