"""The files of damaci.pocket.whole on the site's host: see static/pocket/whole_files.js."""

from typing import Any, Protocol


class WholeScript(Protocol):
    """The script's class WholeFiles."""

    async def read(self, name: str, again: bool) -> Any:
        """A Uint8Array; undefined if the file is missing or cannot be fetched."""


class WebWhole:
    """See damaci.pocket.whole.Fetch."""

    def __init__(self, script: WholeScript) -> None:
        self._script = script

    async def __call__(self, name: str, again: bool) -> bytes | None:
        """The content of a file."""
        found = await self._script.read(name, again)
        return None if found is None else bytes(found.to_bytes())
