"""Makes or upgrades a database of the newest schema; refuses an unknown one without changing it."""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select, text

from damaci.store.database import Database
from damaci.store.schema import METADATA, REVISION
from damaci.stored.errors import StoreError

if TYPE_CHECKING:
    from alembic.config import Config

REVISIONS = Table(
    "alembic_version",
    MetaData(naming_convention={"pk": "%(table_name)s_pkc"}),
    Column("version_num", String(32), primary_key=True),
)
"""Where Alembic keeps the revision of the schema."""
ONE_AT_A_TIME = 0x64616D61
"""The key of PostgreSQL's advisory lock, with which one of many starting processes changes the schema while the others
wait."""


async def bring_up_to_date(database: Database) -> None:
    """Creates or migrates the schema in one transaction. Raises StoreError for a newer, a foreign or a damaged
    database."""
    database.probe()
    async with database.reading() as connection:
        found = await connection.run_sync(_revision)
    if found == REVISION:
        return
    async with database.writing() as connection:
        await connection.run_sync(_change, database.name)


async def expect_newest(database: Database) -> None:
    """Checks that the schema is the newest, without changing anything. Raises StoreError."""
    database.probe()
    async with database.reading() as connection:
        found = await connection.run_sync(_revision)
    if found is None:
        raise StoreError(f"{database.name}: not a database of Damacı's")
    if found != REVISION:
        raise StoreError(
            f"{database.name}: its schema is {found}, that of this Damacı {REVISION}: use the version that serves it, "
            "or let `damaci serve` of this version upgrade it"
        )


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(REVISIONS.name):
        return None
    found: str | None = connection.scalar(select(REVISIONS.c.version_num))
    return found


def _change(connection: Connection, name: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
    # Read again: another process may have upgraded meanwhile.
    found = _revision(connection)
    if found is not None:
        _migrate(connection, name, found)
    elif inspect(connection).get_table_names():
        raise StoreError(f"{name}: a database, but not one of Damacı's; nothing was changed")
    else:
        _create(connection)


def _create(connection: Connection) -> None:
    METADATA.create_all(connection)
    REVISIONS.create(connection)
    connection.execute(insert(REVISIONS), {"version_num": REVISION})


def _migrate(connection: Connection, name: str, found: str) -> None:
    from alembic import command  # slow to import, and seldom needed

    config = alembic_config(connection)
    if found not in _known(config):
        raise StoreError(
            f"{name}: written by a newer Damacı (schema {found}, this one knows {REVISION}); nothing was changed"
        )
    command.upgrade(config, "head")


def alembic_config(connection: Connection) -> "Config":
    """Alembic's settings for the migrations of this package on an open connection."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "damaci.store:migrations")
    return config


def _known(config: "Config") -> set[str]:
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
