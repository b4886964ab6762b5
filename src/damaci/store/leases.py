"""Leases: only one of several processes does some work."""

import logging
import secrets
import time

from sqlalchemy import text

from damaci.store.database import Database
from damaci.store.prepared import Prepared
from damaci.stored import StoreError

_logger = logging.getLogger(__name__)


class Leases:
    """Leases by the name of the work. A holder that has died loses its lease when the time is up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, name: str, holder: str, at: float, until: float) -> bool:
        """Takes a lease, or prolongs it, from `at` to `until` (epoch seconds); returns whether this holder has it now.
        Raises StoreError."""
        return bool(await self._database.change(_TAKE, name=name, holder=holder, at=at, until=until))


class Lease:
    """One holder's claim to a lease. Every method but `leave` raises StoreError."""

    def __init__(self, leases: Leases, name: str, seconds: float) -> None:
        """`seconds`: after which another holder takes over from one that has died."""
        self._leases = leases
        self._name = name
        self._seconds = seconds
        self._holder = secrets.token_hex(8)

    async def keep(self) -> bool:
        """Takes or prolongs it from now on; returns whether this holder has it."""
        return await self._take(self._seconds)

    async def release(self) -> bool:
        """Lets another holder take it at once; returns whether it was this holder's or nobody's."""
        return await self._take(0.0)

    async def leave(self) -> None:
        """As `release`, by a holder that ends: a store that cannot be reached is only logged."""
        try:
            await self.release()
        except StoreError as error:
            _logger.warning("%s: another process takes over only in a moment: %s", self._name, error)

    async def _take(self, seconds: float) -> bool:
        now = time.time()
        return await self._leases.take(self._name, self._holder, now, now + seconds)


_TAKE = Prepared(
    text(
        "INSERT INTO leases (name, holder, until) VALUES (:name, :holder, :until)"
        " ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until"
        " WHERE leases.holder = excluded.holder OR leases.until <= :at RETURNING name"
    )
)
