"""Limits on connections. Uvicorn's own limit counts only requests, not WebSockets or connections without a request."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_CONNECTIONS = 64
"""Concurrent connections in total."""
MOST_OF_ONE = 16
"""Concurrent connections from one address. A browser opens six, and one for the game."""
SECONDS_TO_ASK = 10.0
"""Seconds after which a connection without a request is closed."""


Speaking = H11Protocol | WebSocketsSansIOProtocol
"""The protocol of a connection: HTTP first, then possibly WebSocket."""


class Limited(H11Protocol):
    """Uvicorn's HTTP protocol for one connection, closed at once when there are too many."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio.Protocol."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS or self._from_the_same_address() > MOST_OF_ONE:
            transport.abort()
        else:
            self._patience = self.loop.call_later(SECONDS_TO_ASK, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        if self._patience:
            self._patience.cancel()
        super().connection_lost(exc)

    def _from_the_same_address(self) -> int:
        addresses = [each.client[0] for each in self.connections if isinstance(each, Speaking) and each.client]
        if self.client:
            return addresses.count(self.client[0])
        return 0

    def _give_up(self) -> None:
        # A connection that has become a WebSocket is no longer registered under this protocol.
        if self in self.connections and self.cycle is None:
            self.transport.close()
