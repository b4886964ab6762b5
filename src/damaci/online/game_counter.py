"""Counts finished games for the explorer of openings, in the background and by one process at a time."""

import asyncio
import logging

from damaci.host.background import Background
from damaci.services.explorer import Explorer
from damaci.store import Store, StoreError
from damaci.store.leases import Lease

LOOK_SECONDS = 5.0
"""Seconds between two looks for games that have ended."""
LEASE_SECONDS = 30.0
"""Seconds after which another process takes over from one that has died."""
AT_ONCE = 100
"""Games that are counted before the lease is renewed."""
REST_SECONDS = 0.2
"""Rest after each of these, so that counting an old archive holds up nobody."""
LEASE = "counting-games"

_logger = logging.getLogger(__name__)


class GameCounter:
    """Counts what has ended since. A game and its mark are one transaction, so each game is counted once, whoever is
    killed when."""

    def __init__(self, store: Store, explorer: Explorer) -> None:
        self._explorer = explorer
        self._lease = Lease(store.leases, LEASE, LEASE_SECONDS)
        self._background = Background()

    def start(self) -> None:
        """Counts in the background from now on. Needs a running event loop."""
        self._background.start(self._run(), "counting games")

    async def close(self) -> None:
        """Stops, after the transaction that is under way."""
        await self._background.close()

    async def _run(self) -> None:
        while True:
            pause = LOOK_SECONDS
            try:
                if await self._lease.keep() and await self._explorer.count(AT_ONCE):
                    pause = REST_SECONDS
            except StoreError as error:
                _logger.error("counting games: %s", error)
            await asyncio.sleep(pause)
