"""Tables for many players: players, sessions, tokens, seats and seeks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds five tables; existing tables do not change."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("account", sa.String(64)),
        sa.Column("passphrase", sa.Text),
        sa.Column("created", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_index("ix_players_account", "players", ["account"], unique=True)
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_sessions_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_player", "sessions", ["player"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_tokens_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
    )
    op.create_index("ix_tokens_player", "tokens", ["player"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("color", sa.String(8), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seats_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "color", name="pk_seats"),
    )
    op.create_index("ix_seats_player", "seats", ["player"])
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seeks_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
    )
    op.create_index("ix_seeks_player", "seeks", ["player"])
    op.create_index("ix_seeks_open_seen", "seeks", ["open", "seen"])
