"""Counts finished games for the explorer of openings, in the background."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from damaci.host.background import Background
from damaci.services.explorer import Explorer
from damaci.stored import StoreError

LOOK_SECONDS = 5.0
"""Seconds between two looks for games that have ended."""
AT_ONCE = 100
"""Games that are counted before a rest."""
REST_SECONDS = 0.2
"""Rest after each of these, so that counting an old archive holds up nobody."""

_logger = logging.getLogger(__name__)


async def nobody_else() -> bool:
    """For a store that one process has."""
    return True


class GameCounter:
    """Counts what has ended since. A game and its mark are one transaction, so each game is counted once, whoever is
    killed when."""

    def __init__(
        self,
        explorer: Explorer,
        may: Callable[[], Awaitable[bool]] = nobody_else,
        at_once: int = AT_ONCE,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        """`may`: whether it is this process that counts; may raise StoreError."""
        self._explorer = explorer
        self._may = may
        self._at_once = at_once
        self._look_seconds = look_seconds
        self._background = Background()

    def start(self) -> None:
        """Counts in the background from now on. Needs a running event loop."""
        self._background.start(self._run(), "counting games")

    async def close(self) -> None:
        """Stops, after the transaction that is under way."""
        await self._background.close()

    async def _run(self) -> None:
        while True:
            pause = self._look_seconds
            try:
                if await self._may() and await self._explorer.count(self._at_once):
                    pause = REST_SECONDS
            except StoreError as error:
                _logger.error("counting games: %s", error)
            except Exception:
                _logger.exception("games cannot be counted")
            await asyncio.sleep(pause)
