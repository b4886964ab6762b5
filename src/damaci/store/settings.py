"""Settings of one person, as JSON by key."""

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import delete, select, update

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

    async def change(self, key: str, change: Callable[[Any], Any]) -> None:
        """Replaces the value of `key` (None if there is none) by what `change` returns for it; stores nothing if that
        is the same value. If the stored value changes at the same time, `change` is called again. Its errors are
        raised, and then nothing is stored."""
        while True:
            text = (await self._texts(key)).get(key)
            row = self._row(key, change(msgspec.json.decode(text or "null")))
            if row["value"] == (text or "null") or await self._replace(text, row):
                return

    async def _replace(self, former: str | None, row: dict[str, str]) -> bool:
        """Stores a value unless the former one is another by now; returns whether that was done."""
        if former is None:
            return await self._change(self._insert(row).on_conflict_do_nothing())
        same = (SETTINGS.c.key == row["key"]) & (SETTINGS.c.value == former)
        return await self._change(update(SETTINGS).where(same).values(row))

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

    async def _change(self, statement: Any) -> bool:
        """Returns whether a row was stored or deleted."""
        async with self._database.changing() as connection:
            return bool((await connection.execute(statement)).rowcount)

    async def _read(self, key: str | None = None) -> dict[str, Any]:
        return {key: msgspec.json.decode(text) for key, text in (await self._texts(key)).items()}

    async def _texts(self, key: str | None) -> dict[str, str]:
        query = select(SETTINGS.c.key, SETTINGS.c.value).order_by(SETTINGS.c.key)
        if key is not None:
            query = query.where(SETTINGS.c.key == key)
        async with self._database.reading() as connection:
            return {row.key: row.value for row in await connection.execute(query)}
