"""Carries out the comparisons that operators have asked for: one after the other, in one process at a time.

A comparison is stored when it is complete. One whose process has died is begun again, by the next start or by another
process."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from damaci import __version__
from damaci.analysis.agreement import NODES, ComparedMove, comparison
from damaci.board.color import Color
from damaci.errors import DamaciError
from damaci.host.repeating import Repeating
from damaci.online.fair_play.comparer import Comparer
from damaci.rating.standing import Standing
from damaci.store import Store, StoreError
from damaci.store.comparisons import ComparisonResult
from damaci.store.leases import Lease
from damaci.store.ratings import RatingChange, RatingKey

GAMES = 40
"""The last rated games that are compared: about a minute of a processor."""
REST = 1.0
"""Rest after each game, as a multiple of the time that it took: at most half a processor is used."""
LOOK_SECONDS = 5.0
AFTER_FAILURE_SECONDS = 60.0
LEASE = "fair-play"
LEASE_SECONDS = 120.0
"""Seconds after which another process takes over from one that has died; prolonged after each game."""
ENGINE = f"{__version__}/{NODES}"
"""What figures have to have in common to be set beside each other: the engine's version and how far it looks."""

OnGame = Callable[[int, int], None]
"""Called with how many games have been compared, of how many."""

_logger = logging.getLogger(__name__)


class AlreadyComparing(Exception):
    """Another process is comparing."""


class FairPlayDriver:
    """Looks for waiting comparisons at intervals."""

    def __init__(self, store: Store, comparer: Comparer, rest: float = REST) -> None:
        """`rest`: the pause after each game, as a multiple of the time that it took."""
        self._store = store
        self._comparer = comparer
        self._rest = rest
        self._lease = Lease(store.leases, LEASE, LEASE_SECONDS)
        failed = "fair play: games cannot be compared"
        self.background = Repeating(self._work_if_free, AFTER_FAILURE_SECONDS, failed, at_end=self._leave)

    async def _leave(self) -> None:
        """Lets another process go on at once."""
        await self._lease.leave()
        self._comparer.close()

    async def work(self) -> bool:
        """Carries out the comparison that has waited longest; returns whether there was one. Raises AlreadyComparing,
        StoreError."""
        waiting = await self._store.comparisons.first()
        if waiting is None:
            return False
        try:
            await self.compare(waiting.key)
        except StoreError:  # One that cannot be read must not keep the others waiting.
            await self._store.comparisons.postpone(waiting, time.time())
            raise
        return True

    async def compare(self, key: RatingKey, on_game: OnGame = lambda done, all: None) -> None:
        """Compares a player's last rated games and stores what was found. Raises AlreadyComparing, StoreError."""
        if not await self._lease.keep():
            raise AlreadyComparing
        history = await self._store.ratings.history(key.player, key.ruleset, key.speed, GAMES)
        games: list[list[ComparedMove]] = []
        for counted in history:
            games.append(await self._game(counted))
            on_game(len(games), len(history))
            if not await self._lease.keep():
                raise AlreadyComparing
        await self._store.comparisons.put(key, await self._found(key, games))

    async def _game(self, counted: RatingChange) -> list[ComparedMove]:
        began = time.monotonic()
        events = await self._store.log.read(counted.game)
        if not events:
            return []
        try:
            found = await self._comparer.choices(events, Color(counted.color))
        except DamaciError as error:
            _logger.error("game %s cannot be compared: %s", counted.game, error)
            return []
        await asyncio.sleep(self._rest * (time.monotonic() - began))
        return found

    async def _found(self, key: RatingKey, games: list[list[ComparedMove]]) -> ComparisonResult:
        standings = await self._store.ratings.of_players([key.player])
        rating = standings.get(key, Standing()).rating.rating
        found = comparison(games)
        return ComparisonResult(time.time(), rating, ENGINE, found.moves, msgspec.json.encode(found).decode())

    async def _work_if_free(self) -> float:
        """Returns the seconds until the next time."""
        with suppress(AlreadyComparing):  # Another process works.
            if await self.work():
                await self._lease.release()
                return 0.0
        return LOOK_SECONDS
