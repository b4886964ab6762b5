"""Counts rated games soon after they have ended, also those that another process has left uncounted."""

import asyncio
import logging
from contextlib import suppress

from damaci.host.background import Background
from damaci.store import Store, StoreError

LOOK_SECONDS = 5.0
"""Seconds between two looks for games that a process ended without counting them."""

_logger = logging.getLogger(__name__)


class RatingCounter:
    """Counts in the background. Every process may have one: a game is counted once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ended = asyncio.Event()
        self._background = Background()

    def start(self) -> None:
        """Needs a running event loop."""
        self._background.start(self._run(), "ratings")

    async def close(self) -> None:
        """Stops, after the transaction that is under way; what is left is counted at the next start."""
        await self._background.close()

    def game_ended(self, rated: bool) -> None:
        """Has a game that has just ended counted, if it is rated."""
        if rated:
            self._ended.set()

    async def _run(self) -> None:
        while True:
            self._ended.clear()
            try:
                while await self._store.ratings.count():
                    pass
            except StoreError as error:
                _logger.error("rated games could not be counted: %s", error)
            except Exception:
                _logger.exception("rated games could not be counted")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._ended.wait()
