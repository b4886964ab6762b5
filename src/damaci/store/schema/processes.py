"""The tables by which the processes of a server work together."""

from sqlalchemy import Boolean, Column, Double, Integer, String, Table, Text

from damaci.store.schema.metadata import METADATA

NOTICES = Table(
    "notices",
    METADATA,
    Column("kind", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("since", Double, nullable=False),
    Column("until", Double),
)
"""The announcement and the maintenance, while there is one."""


PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("host", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("started", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("draining", Boolean, nullable=False),
)
"""The processes that serve this store. Each writes `seen` now and then; `draining` tells it to end."""


LEASES = Table(
    "leases",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("until", Double, nullable=False),
)
"""The process that does some work, and until when no other process may."""


HEARTBEATS = Table(
    "heartbeats",
    METADATA,
    Column("process", String(32), primary_key=True),
    Column("at", Double, nullable=False),
    Column("wall", Double, nullable=False),
)
"""When each process that serves the games could last write: by its own clock and by that of the database."""


OUTAGES = Table(
    "outages",
    METADATA,
    Column("since", Double, primary_key=True),
    Column("until", Double, nullable=False),
)
"""When no process could write."""
