"""Lets helpers of tournaments in over the local network, for as long as a tournament is shared."""

import asyncio
import logging
import time
from collections.abc import Callable

from damaci.host.tasks import Tasks
from damaci.links.helpers import Helpers
from damaci.links.link import Link, LinkLost, Listener, Transport
from damaci.stored import Store, StoreError

FORGOTTEN = 3 * 24 * 3600.0
"""Seconds after its last step for which a tournament stays shared."""
LOOKS = 30.0
"""Seconds between two searches for tournaments that are gone or forgotten."""

_logger = logging.getLogger(__name__)


class HelpDesk:
    """The door for helpers: open while a tournament is shared, also after a restart."""

    def __init__(
        self, helpers: Helpers, store: Store, entrance: Transport | None, now: Callable[[], float] = time.time
    ) -> None:
        """`entrance` serves the browsers of helpers; without it nothing can be shared."""
        self.helpers = helpers
        self._store = store
        self._entrance = entrance
        self._now = now
        self._listener: Listener | None = None
        self._turn = asyncio.Lock()
        self._tasks = Tasks()

    @property
    def address(self) -> str:
        """Host and port at which helpers come in; empty while nobody can."""
        if self._listener:
            return self._listener.address
        return ""

    async def open(self) -> None:
        """Goes on with what was shared in the last run. Raises StoreError."""
        await self.helpers.open()
        try:
            await self.look()
        except LinkLost as error:
            _logger.warning("helpers cannot come back: %s", error)
        if self._entrance:
            self._tasks.start(self._keep_looking())

    async def close(self) -> None:
        """Closes the door; what is shared is shared again in the next run."""
        self._tasks.cancel()
        await self._tasks.ended()
        await self._shut()

    async def invite(self, tournament: str) -> None:
        """Shares a tournament under a new code. Raises LinkLost, StoreError."""
        await self.helpers.invite(tournament)
        try:
            await self._settle()
        except LinkLost:
            await self.helpers.end(tournament)
            raise

    async def end(self, tournament: str) -> None:
        """Shares a tournament no longer. Raises StoreError, LinkLost."""
        await self.helpers.end(tournament)
        await self._settle()

    async def look(self) -> None:
        """Ends the sharing of tournaments that are gone or forgotten. Raises StoreError, LinkLost."""
        if self.helpers.shares:
            updated = {each.id: each.updated for each in await self._store.tournaments.list()}
            for share in self.helpers.shares:
                if updated.get(share.tournament, 0.0) < self._now() - FORGOTTEN:
                    await self.helpers.end(share.tournament)
        await self._settle()

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOKS)
            try:
                await self.look()
            except (StoreError, LinkLost) as error:
                _logger.warning("%s", error)

    async def _settle(self) -> None:
        """Opens the door if it is needed, and shuts it otherwise."""
        async with self._turn:
            if not self.helpers.shares:
                await self._shut()
            elif self._listener is None:
                await self._listen()

    async def _listen(self) -> None:
        if self._entrance is None:
            raise LinkLost("this app has no door for browsers")
        self._listener = await self._entrance.listen(_nobody, self.helpers.address)
        await self.helpers.keep(self._listener.address)

    async def _shut(self) -> None:
        listener = self._listener
        self._listener = None
        if listener:
            await listener.close()


async def _nobody(link: Link) -> None:
    """Browsers are served by the entrance itself."""
    await link.close()
