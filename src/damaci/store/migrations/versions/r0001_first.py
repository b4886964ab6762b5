"""The first schema: games, their events, settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the tables in an empty database."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("white_kind", sa.String(16), nullable=False),
        sa.Column("white_name", sa.Text, nullable=False),
        sa.Column("white_level", sa.String(32), nullable=False),
        sa.Column("black_kind", sa.String(16), nullable=False),
        sa.Column("black_name", sa.Text, nullable=False),
        sa.Column("black_level", sa.String(32), nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_updated", "games", ["updated"])
    op.create_index("ix_games_result_updated", "games", ["result", "updated"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "version", name="pk_events"),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_settings"),
    )
