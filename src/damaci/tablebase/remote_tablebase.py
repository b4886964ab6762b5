"""A remote folder with tables of several sets of rules."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from damaci.errors import TablebaseError
from damaci.tablebase.pages import Pages
from damaci.tablebase.remote import RemoteTables
from damaci.tablebase.source import Source, Unreachable
from damaci.tablebase.terms import Terms

T = TypeVar("T")

REST = 30.0
"""After an address has not answered, it is not used again for this many seconds."""
SMALLEST = "KvK.table"
"""The file that exists for every set of rules that has tables."""
_logger = logging.getLogger(__name__)


class RemoteTablebase:
    """Gives no answers where there are no tables, and while they cannot be reached."""

    def __init__(self, source: Source) -> None:
        self._pages = Pages(source)
        self._opened: dict[Terms, RemoteTables | None] = {}
        self._opening = asyncio.Lock()
        self._awake = 0.0

    async def ask(self, terms: Terms, question: Callable[[RemoteTables], Awaitable[T]]) -> T | None:
        """The answer of the tables of these rules to a question; None if there are none, or if they cannot be read."""
        if time.monotonic() < self._awake:
            return None
        try:
            tables = await self.tables(terms)
            return await question(tables) if tables else None
        except Unreachable as error:
            _logger.warning("endgame tables cannot be reached: %s", error)
            self._awake = time.monotonic() + REST
        except TablebaseError as error:
            _logger.warning("endgame tables are not used: %s", error)
        return None

    async def tables(self, terms: Terms) -> RemoteTables | None:
        """The tables made under these rules; None if there are none. Raises Unreachable."""
        async with self._opening:
            if terms not in self._opened:
                found = await self._pages.read(f"{terms.folder}/{SMALLEST}", 0, 1)
                self._opened[terms] = RemoteTables(self._pages, terms) if found else None
            return self._opened[terms]
