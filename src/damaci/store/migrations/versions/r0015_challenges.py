"""Tables for challenges of one player to another, and for what players have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0020"  # which was there first


def upgrade() -> None:
    """Adds two tables; existing tables do not change."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("target", sa.String(32), nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("declined", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_challenges_player", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["target"], ["players.id"], name="fk_challenges_target", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    for column in ("player", "target", "until"):
        op.create_index(f"ix_challenges_{column}", "challenges", [column])
    op.create_table(
        "player_settings",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_player_settings_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", name="pk_player_settings"),
    )
