"""Reads parts of remote files in pages, and keeps the pages that were used last."""

import asyncio
from collections import OrderedDict

from damaci.tablebase.source import Source

PAGE = 16 * 1024
"""The bytes of a page: about a hundred thousand neighbouring outcomes."""
MOST_PAGES = 256
"""The most pages that are kept: 4 MB."""

_Key = tuple[str, int]


class Pages:
    """Reads a page only once for all callers that need it at the same time."""

    def __init__(self, source: Source, most: int = MOST_PAGES) -> None:
        self._source = source
        self._most = most
        self._kept: OrderedDict[_Key, bytes | None] = OrderedDict()
        self._coming: dict[_Key, asyncio.Future[bytes | None]] = {}

    @property
    def memory(self) -> int:
        """Bytes that the kept pages take."""
        return sum(len(page or b"") for page in self._kept.values())

    async def read(self, path: str, start: int, length: int) -> bytes | None:
        """A part of a file, shorter at its end; None if there is no such file. Raises Unreachable."""
        first = start // PAGE
        numbers = range(first, (start + max(length, 1) - 1) // PAGE + 1)
        pages = await asyncio.gather(*(self._page((path, number)) for number in numbers))
        if pages[0] is None:
            return None
        begin = start - first * PAGE
        return b"".join(page or b"" for page in pages)[begin : begin + length]

    async def _page(self, key: _Key) -> bytes | None:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._coming:
            self._coming[key] = asyncio.ensure_future(self._fetch(key))
        return await asyncio.shield(self._coming[key])

    async def _fetch(self, key: _Key) -> bytes | None:
        path, number = key
        try:
            page = await self._source.read(path, number * PAGE, PAGE)
        finally:
            del self._coming[key]
        self._kept[key] = page
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return page
