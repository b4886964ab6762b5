"""Tables for broadcasts."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0028"


def upgrade() -> None:
    """Adds two tables; existing tables do not change."""
    op.create_table(
        "broadcasts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name="fk_broadcasts_owner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_broadcasts"),
    )
    op.create_index("ix_broadcasts_owner", "broadcasts", ["owner"])
    op.create_index("ix_broadcasts_created", "broadcasts", ["created"])
    op.create_table(
        "broadcast_boards",
        sa.Column("broadcast", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("board", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.ForeignKeyConstraint(
            ["broadcast"], ["broadcasts.id"], name="fk_broadcast_boards_broadcast", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_broadcast_boards_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("broadcast", "round", "board", name="pk_broadcast_boards"),
    )
    op.create_index("ix_broadcast_boards_game", "broadcast_boards", ["game"], unique=True)
    op.create_index("ix_broadcast_boards_key", "broadcast_boards", ["key"], unique=True)
