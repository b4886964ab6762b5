"""What is told later by Web Push, too; and notices that a holiday is over."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Adds a table and columns. Browsers that are known get nothing new until their players say so."""
    for kind in ("hurry", "tournament", "holiday"):
        op.add_column("push_browsers", sa.Column(kind, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("mail_addresses", sa.Column("holiday", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "push_queue",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_push_queue_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "kind", "about", name="pk_push_queue"),
    )
    op.create_index("ix_push_queue_due_player", "push_queue", ["due", "player"])
