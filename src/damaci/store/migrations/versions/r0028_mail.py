"""Tables for notices by mail: the players' addresses, and what waits to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

KINDS = ("turn", "hurry", "challenge", "tournament")


def upgrade() -> None:
    """Adds two tables; existing tables do not change."""
    op.create_table(
        "mail_addresses",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("confirmed", sa.Double),
        sa.Column("hash", sa.String(64)),
        sa.Column("until", sa.Double),
        *(sa.Column(kind, sa.Boolean, nullable=False) for kind in KINDS),
        sa.Column("bounces", sa.Integer, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_mail_addresses_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", name="pk_mail_addresses"),
    )
    op.create_index("ix_mail_addresses_hash", "mail_addresses", ["hash"], unique=True)
    condition = sa.text("confirmed IS NULL")
    op.create_index(
        "ix_mail_addresses_unconfirmed",
        "mail_addresses",
        ["until"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
    op.create_table(
        "mail_queue",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_mail_queue_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "kind", "about", name="pk_mail_queue"),
    )
    op.create_index("ix_mail_queue_due_player", "mail_queue", ["due", "player"])
