"""Tables for what players have done at puzzles, and for the puzzles' ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0009"  # which was there first


def upgrade() -> None:
    """Adds two tables; existing tables do not change."""
    op.create_table(
        "solvers",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_solvers_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", name="pk_solvers"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
