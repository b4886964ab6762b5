"""Tables for operators: bans, the audit log, sign-in links, notices, processes and reports."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds six tables, and two columns of players."""
    op.add_column("players", sa.Column("closed", sa.Double))
    op.add_column("players", sa.Column("recovery", sa.Text))
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
        sa.PrimaryKeyConstraint("kind", "subject", name="pk_bans"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_subject", "audit", ["subject"])
    op.create_table(
        "sign_in_links",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_sign_in_links_player", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_sign_in_links"),
    )
    op.create_index("ix_sign_in_links_player", "sign_in_links", ["player"])
    op.create_table(
        "notices",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
        sa.PrimaryKeyConstraint("kind", name="pk_notices"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("started", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("by", sa.String(32)),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("color", sa.String(8), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("phrases", sa.Text, nullable=False),
        sa.Column("closed", sa.Double),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["about"], ["players.id"], name="fk_reports_about", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["by"], ["players.id"], name="fk_reports_by", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_index("ix_reports_by", "reports", ["by"])
    op.create_index("ix_reports_closed_created", "reports", ["closed", "created"])
