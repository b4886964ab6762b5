"""All puzzles and openings: the app comes with the first part of them, and fetches the whole when it is wanted."""

import asyncio
import logging
import time
import zlib
from collections.abc import Awaitable, Callable, Iterable

from damaci.book import Book, EngineGames, Library
from damaci.errors import DamaciError
from damaci.puzzles import Collections
from damaci.rules.catalogue import RULESETS

PATIENCE = 5.0
"""Seconds for which answers wait for a file, from when its fetch began. A later file serves the next answers."""
PUZZLES = "puzzles"
OPENINGS = {"book": Book, "games": EngineGames}
"""The readers of files, by the ending of their names."""
DAMAGES = (DamaciError, EOFError, OSError, UnicodeDecodeError, zlib.error)

Fetch = Callable[[str, bool], Awaitable[bytes | None]]
"""Gives the content of a file by its name; None if it is missing or cannot be fetched. The second argument says whether
the content that it gave was damaged: then it fetches the file from the host again."""
_logger = logging.getLogger(__name__)


class Whole:
    """Fetches each file once in the life of a page. If that fails, only the first part is used."""

    def __init__(self, fetch: Fetch, collections: Collections, library: Library, patience: float = PATIENCE) -> None:
        """`collections` and `library` are given what has been fetched."""
        self._fetch = fetch
        self._collections = collections
        self._library = library
        self._patience = patience
        self._coming: dict[str, asyncio.Task[None]] = {}
        self._begun: dict[str, float] = {}

    async def puzzles(self) -> None:
        """Fetches the puzzles of every ruleset."""
        await self._wait(f"{name}.{PUZZLES}" for name in RULESETS)

    async def openings(self, ruleset: str) -> None:
        """Fetches the book of a ruleset, and the engine's games."""
        await self._wait(f"{ruleset}.{kind}" for kind in OPENINGS)

    async def close(self) -> None:
        """Cancels unfinished fetches."""
        for task in self._coming.values():
            task.cancel()
        await asyncio.gather(*self._coming.values(), return_exceptions=True)

    async def _wait(self, names: Iterable[str]) -> None:
        coming = {name: self._bringing(name) for name in names}
        last = max(self._begun[name] for name in coming)
        await asyncio.wait(coming.values(), timeout=max(0.0, last + self._patience - time.monotonic()))

    def _bringing(self, name: str) -> asyncio.Task[None]:
        if name not in self._coming:
            self._begun[name] = time.monotonic()
            self._coming[name] = asyncio.create_task(self._bring(name), name=name)
        return self._coming[name]

    async def _bring(self, name: str) -> None:
        """The browser may keep a file of which only a part came, so a damaged one is fetched a second time."""
        if not await self._is_taken(name, again=False):
            await self._is_taken(name, again=True)

    async def _is_taken(self, name: str, again: bool) -> bool:
        """Whether there is nothing to repair: the file has been taken, or there is none."""
        content = await self._fetch(name, again)
        if content is None:
            return True
        try:
            self._take(name, content)
        except DAMAGES as error:
            _logger.warning("%s is damaged: %s", name, error)
            return False
        return True

    def _take(self, name: str, content: bytes) -> None:
        ruleset, _, kind = name.rpartition(".")
        if kind == PUZZLES:
            self._collections.replace(ruleset, content)
        else:
            OPENINGS[kind](content)
            self._library.add({name: content})
