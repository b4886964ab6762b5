"""Endgame tables at a web address, for Python with direct access to the network, which it does not have in a
browser."""

import asyncio
import urllib.error
import urllib.request

from damaci.errors import TablebaseError
from damaci.tablebase.source import Unreachable

TIMEOUT = 15.0
"""Seconds to wait for an address that does not answer."""


class WebSource:
    """Files below an address, on any host that answers range requests."""

    def __init__(self, address: str) -> None:
        """Raises TablebaseError for an address that is not of http or https."""
        if not address.lower().startswith(("http://", "https://")):
            raise TablebaseError(f"{address!r} is no address of tables: expected http:// or https://")
        self._address = address.rstrip("/") + "/"

    async def read(self, path: str, start: int, length: int) -> bytes | None:
        """See Source."""
        return await asyncio.to_thread(self._read, path, start, length)

    def _read(self, path: str, start: int, length: int) -> bytes | None:
        address = self._address + path
        asked = urllib.request.Request(address, headers={"Range": f"bytes={start}-{start + length - 1}"})
        try:
            with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:
                if answer.status != 206:
                    raise Unreachable(f"{address}: the host does not answer range requests")
                part: bytes = answer.read(length)
                return part
        except urllib.error.HTTPError as error:
            with error:
                return _refused(address, error)
        except (OSError, ValueError) as error:
            raise Unreachable(f"{address}: {error}") from None


def _refused(address: str, error: urllib.error.HTTPError) -> bytes | None:
    if error.code == 404:
        return None
    if error.code == 416:
        return b""
    raise Unreachable(f"{address}: {error.code} {error.reason}")
