"""Makes databases as earlier versions have left them."""

from sqlalchemy import Connection, Table, inspect, select, text

from damaci.store.schema import METADATA
from tests.store.test_upgrade import go_back


def store_as(connection: Connection, revision: str) -> None:
    """Moves all data into the tables and columns of an earlier revision; data that the revision does not know is
    lost."""
    tables = METADATA.sorted_tables
    rows = {table.name: [dict(row) for row in connection.execute(select(table)).mappings()] for table in tables}
    go_back(connection, revision)
    known = inspect(connection)
    for table in tables:
        if rows[table.name] and known.has_table(table.name):
            columns = {column["name"] for column in known.get_columns(table.name)}
            _put(connection, table, [{name: row[name] for name in columns & row.keys()} for row in rows[table.name]])


def _put(connection: Connection, table: Table, rows: list[dict[str, object]]) -> None:
    names = ", ".join(rows[0])
    values = ", ".join(f":{name}" for name in rows[0])
    connection.execute(text(f"INSERT INTO {table.name} ({names}) VALUES ({values})"), rows)
