"""Notices that a game by the day is over, and that an opponent is on holiday."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Adds columns. Browsers that are known get nothing new until their players say so."""
    for kind in ("ended", "absence"):
        op.add_column("push_browsers", sa.Column(kind, sa.Boolean, nullable=False, server_default=sa.false()))
        op.add_column("mail_addresses", sa.Column(kind, sa.Boolean, nullable=False, server_default=sa.true()))
