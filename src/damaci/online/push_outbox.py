"""Messages on their way to push services. A service that does not answer holds up its own messages, not the others'."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import urlsplit

from damaci.host.tasks import Tasks
from damaci.online.push_post import BadEndpoint

MOST_WAITING = 2000
"""Messages that wait for their push service; more are dropped: nobody's move waits for them."""
SENDERS = 8
TRIES = 3
AGAIN_SECONDS = 20.0
"""Seconds until a push service that was busy or did not answer is asked again."""
GONE = (404, 410)
"""Answers by which a push service says that the browser wants no more messages."""
BUSY = 429
UNREACHABLE = 503

_logger = logging.getLogger(__name__)

Send = Callable[[], int]
"""Posts a message and returns the status of the answer. Called in a thread. Raises BadEndpoint, ValueError, OSError."""


class PushMessage(NamedTuple):
    """Something to be sent to a browser's address for the `tries`-th time."""

    endpoint: str
    send: Send
    tries: int = 1


class Outbox:
    """Sends in threads of its own, each message up to TRIES times."""

    def __init__(self, forget: Callable[[str], Awaitable[None]]) -> None:
        """`forget`: called with the address of a browser that wants no more messages."""
        self._forget = forget
        self._waiting: asyncio.Queue[PushMessage] = asyncio.Queue(MOST_WAITING)
        self._silent: dict[str, float] = {}
        self._threads = ThreadPoolExecutor(SENDERS, "notices")
        self._senders = Tasks()

    def start(self) -> None:
        """Needs a running event loop."""
        for _ in range(SENDERS):
            self._senders.start(self._send_all())

    async def close(self) -> None:
        """Stops; what waits is lost."""
        self._senders.cancel()
        await self._senders.ended()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def put(self, message: PushMessage) -> None:
        """Does not wait. Drops the message if too many wait."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            _logger.warning("a notice is dropped: %d wait already", MOST_WAITING)

    async def _send_all(self) -> None:
        while True:
            message = await self._waiting.get()
            try:
                await self._send(message)
            except Exception:
                # Never with the address: who knows it can send to that browser.
                _logger.exception("a notice cannot be sent")

    async def _send(self, message: PushMessage) -> None:
        status = await self._status(message)
        if status in GONE:
            await self._forget(message.endpoint)
        elif (status == BUSY or status >= 500) and message.tries < TRIES:
            later = message._replace(tries=message.tries + 1)
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self.put, later)

    async def _status(self, message: PushMessage) -> int:
        host = urlsplit(message.endpoint).netloc
        if self._silent.get(host, 0.0) > time.monotonic():
            return UNREACHABLE
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, message.send)
        except (BadEndpoint, ValueError):
            return GONE[0]
        except OSError:
            self._leave_alone(host)
            return UNREACHABLE

    def _leave_alone(self, host: str) -> None:
        """For a while, so that its other messages keep no thread."""
        now = time.monotonic()
        self._silent = {each: until for each, until in self._silent.items() if until > now}
        self._silent[host] = now + AGAIN_SECONDS
