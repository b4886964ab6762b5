"""Tables for whose studies are and who may write in them, and columns for reports of a study."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0018"  # which was there first


def upgrade() -> None:
    """Adds two tables and two columns; stored studies do not change."""
    op.create_table(
        "study_access",
        sa.Column("study", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name="fk_study_access_owner", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_study_access_study", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("study", name="pk_study_access"),
    )
    op.create_index("ix_study_access_owner", "study_access", ["owner"])
    op.create_table(
        "study_members",
        sa.Column("study", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("joined", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_study_members_player", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_study_members_study", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("study", "player", name="pk_study_members"),
    )
    op.create_index("ix_study_members_player", "study_members", ["player"])
    op.add_column("reports", sa.Column("study", sa.String(32)))
    op.add_column("reports", sa.Column("words", sa.Text))
