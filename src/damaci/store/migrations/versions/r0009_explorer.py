"""The explorer: a table of what games did in each position, and a mark on the games that it has counted."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0006"

_TO_COUNT = sa.text("explored = false AND result <> '*'")


def upgrade() -> None:
    """Adds a table, and a column to the games, which are counted later, bit by bit."""
    op.create_table(
        "explorer",
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("after", sa.BigInteger, nullable=False),
        sa.Column("white", sa.Integer, nullable=False),
        sa.Column("draw", sa.Integer, nullable=False),
        sa.Column("black", sa.Integer, nullable=False),
        sa.Column("games", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("ruleset", "position", "after", name="pk_explorer"),
    )
    op.add_column("games", sa.Column("explored", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_games_unexplored", "games", ["id"], sqlite_where=_TO_COUNT, postgresql_where=_TO_COUNT)
