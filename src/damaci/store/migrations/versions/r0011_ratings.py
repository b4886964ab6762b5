"""Tables for ratings and for what each game did to them, and two marks on the games."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0012"  # which was there first

_TO_COUNT = sa.text("rated = true AND counted = false AND result <> '*'")


def upgrade() -> None:
    """Adds two tables, and two columns to the games: those that were played before are casual."""
    for name in ("rated", "counted"):
        op.add_column("games", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_games_uncounted", "games", ["updated"], sqlite_where=_TO_COUNT, postgresql_where=_TO_COUNT)
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "ruleset", "speed", name="pk_ratings"),
    )
    op.create_index("ix_ratings_best", "ratings", ["ruleset", "speed", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("color", sa.String(8), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("rating_before", sa.Double, nullable=False),
        sa.Column("deviation_before", sa.Double, nullable=False),
        sa.Column("volatility_before", sa.Double, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_rating_changes_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_rating_changes_player", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("game", "color", name="pk_rating_changes"),
    )
    op.create_index("ix_rating_changes_number", "rating_changes", ["number"])
    op.create_index("ix_rating_changes_player", "rating_changes", ["player", "ruleset", "speed", "number"])
