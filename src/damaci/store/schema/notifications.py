"""The tables of what players are told outside the pages."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text, false, true

from damaci.store.schema.metadata import METADATA, only

PUSH = Table(
    "push_browsers",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("turn", Boolean, nullable=False),
    Column("challenge", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("hurry", Boolean, nullable=False, server_default=false()),
    Column("tournament", Boolean, nullable=False, server_default=false()),
    Column("holiday", Boolean, nullable=False, server_default=false()),
    Column("ended", Boolean, nullable=False, server_default=false()),
    Column("absence", Boolean, nullable=False, server_default=false()),
    Index(None, "player"),
)
"""Browsers that want notices, by the hash of the address that a push service has given them."""


MAIL_ADDRESSES = Table(
    "mail_addresses",
    METADATA,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("address", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("confirmed", Double),
    Column("hash", String(64)),
    Column("until", Double),
    Column("turn", Boolean, nullable=False),
    Column("hurry", Boolean, nullable=False),
    Column("challenge", Boolean, nullable=False),
    Column("tournament", Boolean, nullable=False),
    Column("bounces", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("sent", Integer, nullable=False),
    Column("holiday", Boolean, nullable=False, server_default=true()),
    Column("ended", Boolean, nullable=False, server_default=true()),
    Column("absence", Boolean, nullable=False, server_default=true()),
    Index(None, "hash", unique=True),
    Index("ix_mail_addresses_unconfirmed", "until", **only("confirmed IS NULL")),
)
"""The addresses to which players want notices by mail, and which. `confirmed`: when the player opened the link that was
sent there; `hash`: of that link's secret; `until`: for how long it can be used, and the address is kept without;
`bounces`: how often in a row the address was refused; `sent`: mails on `day` (days since the epoch). Moments are epoch
seconds."""


def _queue(name: str) -> Table:
    """What is to be told later."""
    return Table(
        name,
        METADATA,
        Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        Column("kind", String(16), primary_key=True),
        Column("about", String(32), primary_key=True),
        Column("ply", Integer, nullable=False),
        Column("due", Double, nullable=False),
        Column("until", Double, nullable=False),
        Column("tries", Integer, nullable=False),
        Index(None, "due", "player"),
    )


MAIL_QUEUE = _queue("mail_queue")
"""What is to be told by mail, from `due` on and until `until` (epoch seconds). `about`: a game, a challenge, a
tournament, a holiday or a player. Whoever takes a row out sends it."""


PUSH_QUEUE = _queue("push_queue")
"""The same for what is to be told by Web Push, but not at once."""
