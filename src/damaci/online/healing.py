"""Healing: removes or completes what older versions left half done when they were interrupted while a game began."""

import asyncio
import logging
import time

from damaci.host import Rooms
from damaci.host.background import Background
from damaci.host.first_events import rematch
from damaci.store import Store, StoreError

GRACE_SECONDS = 60.0
"""A process of an older version may still be about to store the other half."""
RETRY_SECONDS = 60.0
SILENT_SECONDS = 60.0
"""Seconds after which a process that has not been seen counts as ended."""
UPGRADE_SECONDS = 7 * 24 * 3600.0
"""For so long after the first start of this version, processes of older ones may run beside it."""
KEY = "older-versions-until"
HEALED = "older-versions-healed"
"""When the whole store was last checked: no unfinished work can have been left there since."""

_logger = logging.getLogger(__name__)


class Healing:
    """Looks through the whole store while the server already runs, once when no process of an older version runs beside
    this one any more, in the first week of this version; and at rematches when they are met."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms
        self._background = Background()

    def start(self) -> None:
        """Needs a running event loop."""
        self._background.start(self._run(), "healing")

    async def close(self) -> None:
        """Stops looking; the next start looks again."""
        await self._background.close()

    async def complete_rematch(self, game: str, following: str) -> None:
        """Makes sure that a game's rematch `following` exists, with its players; empty if there is none.

        Only as long as an older version may have left it incomplete: a rematch that is missing later has been tidied
        away. Raises UnknownGame, RoomsFull, StoreError."""
        if not following or await self._store.pairings.is_whole(following) or not await self._is_due():
            return
        room = await self._rooms.get(game)
        if not room.table.gone and await self._store.pairings.make_up(game, following, rematch(room.table, room.now())):
            _logger.warning("game %s went on to %s, which was not there: stored now", game, following)

    async def _run(self) -> None:
        while True:
            try:
                if await self._is_due():
                    await self._heal_for_good()
            except StoreError as error:
                _logger.error("half-begun games could not be looked for: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    async def _is_due(self) -> bool:
        await self._store.settings.put_new(KEY, time.time() + UPGRADE_SECONDS)
        if await self._store.settings.get(HEALED):
            return False
        return time.time() < await self._until()

    async def _until(self) -> float:
        return float(await self._store.settings.get(KEY))

    async def _heal_for_good(self) -> None:
        """Heals, and does so again at the next start if a process from before this version may still run."""
        begun = time.time()
        older = await self._store.processes.seen(begun - SILENT_SECONDS)
        upgraded = await self._until() - UPGRADE_SECONDS
        await self.heal()
        if all(process.started >= upgraded for process in older):
            await self._store.settings.put(HEALED, begun)

    async def heal(self) -> None:
        """Removes every half-begun game that is still one after the grace period. Raises StoreError."""
        halves = self._store.halves
        seated = await halves.seats()
        await asyncio.sleep(GRACE_SECONDS)
        seats = await halves.remove_seats(seated)
        seeks = await halves.remove_seeks()
        games = await halves.remove_games(time.time() - GRACE_SECONDS)
        if seats or seeks or games:
            _logger.warning(
                "removed what an older version left half done: %d seats without a game, %d seeks of begun games,"
                " %d games without players",
                seats,
                seeks,
                games,
            )
