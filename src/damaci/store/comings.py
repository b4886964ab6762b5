"""Notes who has come to the games of tournaments: as a round begins, everybody comes at once."""

import asyncio
from collections.abc import Awaitable, Callable, Collection

from damaci.play.events import Color

Coming = tuple[str, Color]
"""Game and side."""


class Comings:
    """Notes several newcomers in one transaction. SQLite has one writer at a time: if each was noted by itself, moves
    would wait for all of them."""

    def __init__(self, write: Callable[[Collection[Coming]], Awaitable[None]]) -> None:
        """`write` stores several in one transaction."""
        self._write = write
        self._turn = asyncio.Lock()
        self._waiting: set[Coming] = set()

    async def note(self, some: Collection[Coming]) -> None:
        """Returns once they are stored. Raises what `write` raises."""
        self._waiting.update(some)
        async with self._turn:
            if not self._waiting.isdisjoint(some):  # else whoever had the turn before has stored them too
                await self._write_all()

    async def _write_all(self) -> None:
        taken = self._waiting
        self._waiting = set()
        try:
            await self._write(taken)
        except BaseException:
            self._waiting |= taken  # for those who wait for them
            raise
