"""Counts rated games soon after they have ended, also those that another process has left uncounted."""

from damaci.host.repeating import Repeating
from damaci.store import Store

LOOK_SECONDS = 5.0
"""Seconds between two looks for games that a process ended without counting them."""


class RatingCounter:
    """Counts in the background. Every process may have one: a game is counted once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.background = Repeating(self._count, LOOK_SECONDS, "rated games could not be counted")

    def game_ended(self, rated: bool) -> None:
        """Has a game that has just ended counted, if it is rated."""
        if rated:
            self.background.wake()

    async def _count(self) -> None:
        while await self._store.ratings.count():
            pass
