"""Counts finished games for the explorer of openings, in the background."""

from collections.abc import Awaitable, Callable

from damaci.host.repeating import Repeating
from damaci.services.explorer import OpeningExplorer

LOOK_SECONDS = 5.0
"""Seconds between two looks for games that have ended."""
AT_ONCE = 100
"""Games that are counted before a rest."""
REST_SECONDS = 0.2
"""Rest after each of these, so that counting an old archive holds up nobody."""


async def nobody_else() -> bool:
    """For a store that one process has."""
    return True


class GameCounter:
    """Counts the games that have ended since. A game and its mark are one transaction, so each game is counted once,
    even if the process is killed."""

    def __init__(
        self,
        explorer: OpeningExplorer,
        may: Callable[[], Awaitable[bool]] = nobody_else,
        at_once: int = AT_ONCE,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        """`may`: whether it is this process that counts; may raise StoreError."""
        self._explorer = explorer
        self._may = may
        self._at_once = at_once
        self.background = Repeating(self._count, look_seconds, "games cannot be counted")

    async def _count(self) -> float | None:
        if await self._may() and await self._explorer.count(self._at_once):
            return REST_SECONDS
        return None
