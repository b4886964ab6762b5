"""Tidying: removes what nobody needs any more, in the background and by one process at a time."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

from damaci.host.repeating import Repeating
from damaci.online.settings import OnlineSettings
from damaci.online.standing import SESSION_SECONDS
from damaci.play.events import Ended
from damaci.store import Store, VersionConflict
from damaci.store.leases import Lease
from damaci.store.outdated import ABANDONED, GUESTS, INVITATIONS, SESSIONS_ENDED, UNBEGUN, OutdatedKind

DAY = 24 * 3600.0
EVERY_SECONDS = DAY
"""Seconds between two passes over the whole store."""
LEASE_SECONDS = 600.0
"""Seconds after which another process takes over from one that has died."""
LOOK_SECONDS = 300.0
"""Seconds between two attempts to take the lease."""
REST = 20
"""Rest after each transaction, as a multiple of the time that it took: tidying uses a twentieth of a processor and of
the disk."""
LEAST_REST = 0.2
"""Seconds of rest at least."""
FIRST_SECONDS = 60.0
"""Seconds after the start in which a server has more urgent things to do."""
LEASE = "tidying"
TURN = "tidying-turn"
"""The lease of the one process that makes the next pass; it is not given back."""

_logger = logging.getLogger(__name__)


class AlreadyTidying(Exception):
    """Another process is tidying."""


@dataclass(frozen=True)
class Rule:
    """Rows of this kind are outdated after so many `seconds`."""

    kind: OutdatedKind
    seconds: float


def rules(settings: OnlineSettings) -> list[Rule]:
    """The rules of the settings; what is kept for ever has none."""
    days = {
        UNBEGUN: settings.keep_unbegun_days,
        ABANDONED: settings.keep_abandoned_days,
        INVITATIONS: settings.keep_invitations_days,
        GUESTS: settings.keep_guests_days,
    }
    kept = [Rule(kind, number * DAY) for kind, number in days.items() if number]
    return [Rule(SESSIONS_ENDED, SESSION_SECONDS), *kept]


class Tidying:
    """Tidies a store by rules."""

    def __init__(self, store: Store, settings: OnlineSettings) -> None:
        self._store = store
        self._rules = rules(settings)
        self._lease = Lease(store.leases, LEASE, LEASE_SECONDS)
        self.background = Repeating(self._tidy_if_due, LOOK_SECONDS, "tidying has failed", first=FIRST_SECONDS)

    async def count(self) -> dict[str, int]:
        """How many rows of each kind a pass would change now. Raises StoreError."""
        at = time.time()
        counts = {}
        for rule in self._rules:
            counts[rule.kind.name] = sum([len(ids) async for ids in self._pages(rule, at)])
        return counts

    async def tidy(self, rest: float = REST) -> dict[str, int]:
        """One pass over the whole store; returns how many rows of each kind it has removed, or games it has ended.
        `rest`: after each transaction, in times of what it took. Raises AlreadyTidying when another process tidies,
        StoreError."""
        counts = dict.fromkeys((rule.kind.name for rule in self._rules), 0)
        await self._keep_lease()
        try:
            await self._pass(counts, rest)
        finally:
            if not await self._lease.release():
                raise AlreadyTidying
        return counts

    async def _pass(self, counts: dict[str, int], rest: float) -> None:
        at = time.time()
        for rule in self._rules:
            async for ids in self._pages(rule, at):
                began = time.monotonic()
                await self._keep_lease()
                if ids:
                    counts[rule.kind.name] += await self._apply(rule, at, ids)
                if rest:
                    await asyncio.sleep(max(LEAST_REST, rest * (time.monotonic() - began)))

    async def _pages(self, rule: Rule, at: float) -> AsyncIterator[list[str]]:
        before = at - rule.seconds
        page = await self._store.outdated.find(rule.kind, before, None)
        yield list(page.ids)
        while page.following:
            page = await self._store.outdated.find(rule.kind, before, page.following)
            yield list(page.ids)

    async def _apply(self, rule: Rule, at: float, ids: list[str]) -> int:
        if rule.kind is ABANDONED:
            return sum(await asyncio.gather(*(self._end(game, at) for game in ids)))
        return await self._store.outdated.remove(rule.kind, at - rule.seconds, ids)

    async def _end(self, game: str, at: float) -> bool:
        """Ends an abandoned game as a draw."""
        summary = await self._store.games.get(game)
        if summary is None or summary.result != "*":
            return False
        try:
            await self._store.log.append(game, summary.version, [Ended(at=at, result="1/2-1/2", reason="abandoned")])
        except VersionConflict:
            return False  # Somebody has moved at last.
        return True

    async def _keep_lease(self) -> None:
        if not await self._lease.keep():
            raise AlreadyTidying

    async def _tidy_if_due(self) -> None:
        if not await self._is_due():
            return
        try:
            counts = await self.tidy()
        except AlreadyTidying:
            _logger.info("an operator is tidying")
        else:
            _logger.info("tidied: %s", ", ".join(f"{number} {name}" for name, number in counts.items()))

    async def _is_due(self) -> bool:
        now = time.time()
        return await self._store.leases.take(TURN, secrets.token_hex(8), now, now + EVERY_SECONDS)
