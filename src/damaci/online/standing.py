"""Checks that the credentials of open connections are still valid: tokens are revoked, browsers signed out."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from damaci.store.players import Players

SESSION_SECONDS = 365 * 24 * 3600
"""How long a browser stays signed in."""
LOOK_AGAIN_SECONDS = 10.0
"""Seconds between two look-ups."""


def oldest_session() -> float:
    """The earliest sign-in (epoch seconds) that still counts."""
    return time.time() - SESSION_SECONDS


class CredentialChecks:
    """Looks up all connected credentials in one statement when one of them sends a command."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._there: Counter[str] = Counter()
        self._gone: set[str] = set()
        self._looked = time.monotonic()
        self._looking = asyncio.Lock()

    @contextmanager
    def of(self, shown: str) -> Iterator[None]:
        """Counts a connection whose credential has this hash, and has just been checked."""
        self._there[shown] += 1
        self._gone.discard(shown)
        try:
            yield
        finally:
            self._there[shown] -= 1
            if not self._there[shown]:
                del self._there[shown]

    async def lasts(self, shown: str) -> bool:
        """Whether the credential is still valid. Raises StoreError."""
        if self._stale:
            async with self._looking:
                await self._look_again()
        return shown not in self._gone

    @property
    def _stale(self) -> bool:
        return time.monotonic() - self._looked >= LOOK_AGAIN_SECONDS

    async def _look_again(self) -> None:
        if not self._stale:
            return  # Another task has looked meanwhile.
        asked = list(self._there)
        at = time.monotonic()
        self._gone = {*asked} - await self._players.standing(asked, since=oldest_session())
        self._looked = at
