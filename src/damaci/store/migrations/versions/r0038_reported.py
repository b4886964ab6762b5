"""A column for reports of a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Adds the column."""
    op.add_column("reports", sa.Column("tournament", sa.String(32)))
