"""Sends the visitors of a process that cannot reach the store elsewhere: another process may be able to."""

import asyncio
import logging
from collections.abc import Callable

from damaci.host.repeating import Repeating
from damaci.online.connections import Connections
from damaci.wire.closing import COME_BACK_LATER

LOOK_SECONDS = 1.0
PATIENCE_SECONDS = 2.0
"""Seconds for which the store may be out of reach before the sockets are closed. A page cannot notice by itself that
its process neither receives nor accepts moves."""
REASON = "this process cannot reach the store"

_logger = logging.getLogger(__name__)


class Isolation:
    """Watches whether this process can write to the store."""

    def __init__(self, connections: Connections, certain: Callable[[], bool]) -> None:
        """`certain` tells whether the last heartbeat was written a moment ago."""
        self._connections = connections
        self._certain = certain
        self._began = False
        """Whether there has been a heartbeat."""
        self._since: float | None = None
        """Since when the store has been out of reach."""
        self.background = Repeating(self.look, LOOK_SECONDS, "visitors cannot be sent to other processes")

    async def look(self) -> None:
        """Closes every socket when the store has been out of reach for too long."""
        if self._certain():
            self._began = True
            self._since = None
        elif self._began:
            self._close_late(asyncio.get_running_loop().time())

    def _close_late(self, now: float) -> None:
        self._since = self._since or now
        if now - self._since >= PATIENCE_SECONDS and self._connections.counted:
            _logger.warning("the store is out of reach: visitors are sent to other processes")
            self._connections.close(lambda each: True, COME_BACK_LATER, REASON)
