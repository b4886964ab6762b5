"""Endgame tables beside the site, or at an address that its host has set: see static/pocket/web_tables.js."""

from typing import Any, Protocol

from damaci.tablebase.source import Unreachable


class WebTablesScript(Protocol):
    """The script's class WebTables."""

    async def read(self, path: str, start: int, length: int) -> Any:
        """A Uint8Array; undefined if there is no such file."""


class WebTables:
    """See damaci.tablebase.source.Source."""

    def __init__(self, script: WebTablesScript) -> None:
        self._script = script

    async def read(self, path: str, start: int, length: int) -> bytes | None:
        """See Source."""
        from pyodide.ffi import JsException

        try:
            found = await self._script.read(path, start, length)
        except JsException as error:
            raise Unreachable(str(error)) from None
        return None if found is None else bytes(found.to_bytes())
