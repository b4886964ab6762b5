"""The tables of studies."""

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, String, Table, Text

from damaci.store.schema.metadata import METADATA

STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("title", Text, nullable=False),
    Column("chapters", Integer, nullable=False),
    Column("study", Text, nullable=False),
    Index(None, "updated"),
)
"""Studies as JSON: their chapters in order. Beside that, what a list shows of each."""


STUDY_CHAPTERS = Table(
    "study_chapters",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("chapter", String(32), primary_key=True),
    Column("pdn", Text, nullable=False),
)
"""What is in each chapter of a study."""


STUDY_ACCESS = Table(
    "study_access",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("size", Integer, nullable=False),
    Index(None, "owner"),
)
"""The owner of each study on a server for many players, and who may read it. `size`: characters of its chapters."""


STUDY_MEMBERS = Table(
    "study_members",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("joined", Double, nullable=False),
    Index(None, "player"),
)
"""Who may write in a study besides its owner."""
