"""Tables for the hashes of games' contents, which find duplicates, and for reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds two tables; existing tables do not change."""
    op.create_table(
        "contents",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_contents_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", name="pk_contents"),
    )
    op.create_index("ix_contents_hash", "contents", ["hash"])
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("review", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_reviews_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", name="pk_reviews"),
    )
