"""Records in the browser's IndexedDB: see static/pocket/records.js."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from damaci.pocket.records import StorageFull
from damaci.stored import StoreError

FULL = "QuotaExceededError"

T = TypeVar("T")
_texts = msgspec.json.Decoder(list[str | None])
_pairs = msgspec.json.Decoder(list[tuple[str, str]])


class RecordsScript(Protocol):
    """The script's class Records: JSON in and out. Its errors have the name of the browser's."""

    async def get(self, keys: str) -> str:
        """The texts of some keys."""

    async def range(self, after: str, before: str, limit: int) -> str:
        """The pairs of keys and texts between two keys."""

    async def write(self, expected: str, changes: str, lasting: bool) -> bool:
        """Changes some texts if the expected ones are there; returns whether they were."""


class IndexedRecords:
    """See damaci.pocket.records.Records."""

    def __init__(self, script: RecordsScript) -> None:
        self._script = script

    async def get(self, keys: Sequence[str]) -> list[str | None]:
        """See Records."""
        try:
            return _texts.decode(await self._script.get(_json(keys)))
        except Exception as error:
            raise store_error(error) from error

    async def range(self, after: str, before: str, limit: int) -> list[tuple[str, str]]:
        """See Records."""
        try:
            return _pairs.decode(await self._script.range(after, before, limit))
        except Exception as error:
            raise store_error(error) from error

    async def write(
        self, expected: Mapping[str, str | None], changes: Mapping[str, str | None], *, lasting: bool = True
    ) -> bool:
        """See Records."""
        try:
            return await self._script.write(_json(expected), _json(changes), lasting)
        except Exception as error:
            raise store_error(error) from error


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def store_error(error: Exception) -> StoreError:
    """The StoreError for an error of the browser."""
    kind = StorageFull if getattr(error, "name", "") == FULL else StoreError
    return kind(f"the browser's storage: {error}")
