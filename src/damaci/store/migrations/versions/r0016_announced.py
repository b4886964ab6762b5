"""Tables for tournaments that are played on the server: their plan, who has joined, and the games of the rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"  # which was there first


def upgrade() -> None:
    """Adds three tables; existing tables do not change."""
    op.create_table(
        "announced",
        _tournament(),
        sa.Column("owner", sa.String(32)),
        sa.Column("starts", sa.Double, nullable=False),
        sa.Column("lasts", sa.Double, nullable=False),
        sa.Column("pause", sa.Double, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("held", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name="fk_announced_owner", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("tournament", name="pk_announced"),
        _of_tournament("announced"),
    )
    op.create_index("ix_announced_over", "announced", ["over", "starts"])
    op.create_index("ix_announced_owner", "announced", ["owner"])
    op.create_table(
        "tournament_players",
        _tournament(),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("joined", sa.Double, nullable=False),
        sa.Column("entrant", sa.Integer),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_tournament_players_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tournament", "player", name="pk_tournament_players"),
        _of_tournament("tournament_players"),
    )
    op.create_index("ix_tournament_players_player", "tournament_players", ["player"])
    op.create_index("ix_tournament_players_entrant", "tournament_players", ["tournament", "entrant"], unique=True)
    op.create_table(
        "tournament_games",
        _tournament(),
        sa.Column("round", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("board", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("white_came", sa.Boolean, nullable=False),
        sa.Column("black_came", sa.Boolean, nullable=False),
        sa.Column("entered", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_tournament_games_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tournament", "round", "board", name="pk_tournament_games"),
        _of_tournament("tournament_games"),
    )
    op.create_index("ix_tournament_games_game", "tournament_games", ["game"], unique=True)
    op.create_index("ix_tournament_games_tournament", "tournament_games", ["tournament", "entered"])


def _tournament() -> sa.Column[str]:
    return sa.Column("tournament", sa.String(32), nullable=False)


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_tournament"
    return sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=name, ondelete="CASCADE")
