"""Settings of one person, as JSON by key."""

import secrets
from typing import Any

import msgspec
from sqlalchemy import delete, select

from damaci.store.database import Database
from damaci.store.schema import SETTINGS


class Settings:
    """JSON values by a short key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str, default: Any = None) -> Any:
        """The value of `key`, or `default` if there is none."""
        return (await self._read(key)).get(key, default)

    async def all(self) -> dict[str, Any]:
        """Every value by its key."""
        return await self._read()

    async def put(self, key: str, value: Any) -> None:
        """Stores `value` under `key`, replacing the former one. Raises TypeError for a value that JSON cannot hold."""
        row = self._row(key, value)
        await self._change(
            self._insert(row).on_conflict_do_update(index_elements=["key"], set_={"value": row["value"]})
        )

    async def put_new(self, key: str, value: Any) -> None:
        """Stores `value` under `key` unless it has one. Raises TypeError for a value that JSON cannot hold."""
        await self._change(self._insert(self._row(key, value)).on_conflict_do_nothing())

    async def secret(self, key: str) -> str:
        """A random secret of this database, made when it is first asked for."""
        await self.put_new(key, secrets.token_hex(32))
        return str(await self.get(key))

    async def clear(self) -> None:
        """Deletes every value."""
        await self._change(delete(SETTINGS))

    @staticmethod
    def _row(key: str, value: Any) -> dict[str, str]:
        return {"key": key, "value": msgspec.json.encode(value).decode()}

    def _insert(self, row: dict[str, str]) -> Any:
        return self._database.insert(SETTINGS).values(row)

    async def _change(self, statement: Any) -> None:
        async with self._database.changing() as connection:
            await connection.execute(statement)

    async def _read(self, key: str | None = None) -> dict[str, Any]:
        query = select(SETTINGS.c.key, SETTINGS.c.value).order_by(SETTINGS.c.key)
        if key is not None:
            query = query.where(SETTINGS.c.key == key)
        async with self._database.reading() as connection:
            return {row.key: msgspec.json.decode(row.value) for row in await connection.execute(query)}
