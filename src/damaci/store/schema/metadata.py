"""What all tables have in common."""

from typing import Any

from sqlalchemy import MetaData, text

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def only(condition: str) -> dict[str, Any]:
    """Makes an index partial: it has the rows for which the condition holds. A query that is to use it has to have the
    same condition, with its values in the text."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}
