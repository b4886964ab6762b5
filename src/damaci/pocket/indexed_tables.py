"""Endgame tables in the browser's IndexedDB: see static/pocket/table_files.js."""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

import msgspec

from damaci.pocket.indexed import store_error


class TablesScript(Protocol):
    """The script's class TableFiles. Its errors have the name of the browser's."""

    async def sizes(self) -> str:
        """The size of every file in bytes, by its path, as JSON."""

    async def read(self, paths: str) -> Any:
        """The files at some paths: a Uint8Array each, in their order, undefined where there is none."""

    async def write(self, paths: str, files: Any) -> None:
        """Keeps all files or none."""

    async def remove(self, paths: str) -> None:
        """Deletes files."""


class IndexedTables:
    """See damaci.pocket.table_files.TableFiles."""

    def __init__(self, script: TablesScript) -> None:
        self._script = script

    async def sizes(self) -> Mapping[str, int]:
        """See TableFiles."""
        try:
            return msgspec.json.decode(await self._script.sizes(), type=dict[str, int])
        except Exception as error:
            raise store_error(error) from error

    async def read(self, paths: Collection[str]) -> Mapping[str, bytes]:
        """See TableFiles."""
        try:
            found = await self._script.read(_json(paths))
        except Exception as error:
            raise store_error(error) from error
        return {path: data.to_bytes() for path, data in zip(paths, found, strict=True) if data is not None}

    async def write(self, files: Mapping[str, bytes]) -> None:
        """See TableFiles."""
        from pyodide.ffi import to_js

        try:
            await self._script.write(_json(files), to_js(list(files.values())))
        except Exception as error:
            raise store_error(error) from error

    async def delete(self, paths: Collection[str]) -> None:
        """See TableFiles."""
        try:
            await self._script.remove(_json(paths))
        except Exception as error:
            raise store_error(error) from error


def _json(paths: Collection[str]) -> str:
    return msgspec.json.encode(list(paths)).decode()
