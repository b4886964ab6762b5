"""Tables for studies and what is in their chapters."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0016"  # which was there first


def upgrade() -> None:
    """Adds two tables; existing tables do not change."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("chapters", sa.Integer, nullable=False),
        sa.Column("study", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
    )
    op.create_index("ix_studies_updated", "studies", ["updated"])
    op.create_table(
        "study_chapters",
        sa.Column("study", sa.String(32), nullable=False),
        sa.Column("chapter", sa.String(32), nullable=False),
        sa.Column("pdn", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_study_chapters_study", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("study", "chapter", name="pk_study_chapters"),
    )
