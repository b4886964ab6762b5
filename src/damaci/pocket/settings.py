"""Settings in records."""

from collections.abc import Callable
from typing import Any

import msgspec

from damaci.pocket import keys
from damaci.pocket.records import Records

MOST = 10_000


class Settings:
    """See damaci.stored.store.Settings."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def get(self, key: str, default: Any = None) -> Any:
        """See damaci.stored.store.Settings."""
        text = (await self._records.get([keys.setting(key)]))[0]
        if text is None:
            return default
        return msgspec.json.decode(text)

    async def all(self) -> dict[str, Any]:
        """See damaci.stored.store.Settings."""
        found = await self._records.range(*keys.kind("setting"), MOST)
        return {key.partition(":")[2]: msgspec.json.decode(text) for key, text in found}

    async def put(self, key: str, value: Any) -> None:
        """See damaci.stored.store.Settings."""
        await self._records.write({}, {keys.setting(key): msgspec.json.encode(value).decode()})

    async def change(self, key: str, change: Callable[[Any], Any]) -> None:
        """See damaci.stored.store.Settings."""
        record = keys.setting(key)
        while True:
            text = (await self._records.get([record]))[0]
            value = msgspec.json.encode(change(msgspec.json.decode(text or "null"))).decode()
            if value == (text or "null") or await self._records.write({record: text}, {record: value}):
                return

    async def clear(self) -> None:
        """See damaci.stored.store.Settings."""
        found = await self._records.range(*keys.kind("setting"), MOST)
        await self._records.write({}, {key: None for key, _ in found})
