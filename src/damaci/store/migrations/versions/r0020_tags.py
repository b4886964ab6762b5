"""A column for the tags of games that somebody has edited."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0011"


def upgrade() -> None:
    """Adds a column to the games; nobody has edited their tags so far."""
    op.add_column("games", sa.Column("tags", sa.Text, nullable=False, server_default="{}"))
