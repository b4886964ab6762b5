"""What processes that serve the same games tell each other: that a game has reached a version. The store alone says
what happened."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

CHANNEL = "damaci:game:"
PULSE_SECONDS = 2.0
"""How often a Redis that has nothing to do is asked whether it is there."""
RETRY_SECONDS = 1.0
SILENCE_SECONDS = 3.0
"""How long to wait for a Redis that does not answer."""
UNKNOWN = -1
"""In place of a version: notices may have been lost."""

Hear = Callable[[str, int], None]

_logger = logging.getLogger(__name__)


class Bus(Protocol):
    """Notices may be lost: who needs to know for certain looks into the store."""

    hear: Hear
    """Called with a game that is followed and its version, or UNKNOWN when that may have changed unheard."""

    @property
    def up(self) -> bool:
        """Whether notices arrive at the moment."""

    def tell(self, game: str, version: int) -> None:
        """Lets the others know, if that is possible; does not wait."""

    def follow(self, game: str) -> None:
        """From now on notices about a game are heard, one's own among them perhaps."""

    def leave(self, game: str) -> None:
        """The end of `follow`."""


class MemoryBus:
    """Between several Rooms of one process: each has one of these, all with the same `others`."""

    def __init__(self, others: list["MemoryBus"]) -> None:
        self.hear: Hear = _ignore
        self.up = True
        self._others = others
        self._followed: set[str] = set()
        others.append(self)

    def tell(self, game: str, version: int) -> None:
        """See Bus."""
        for bus in self._others:
            if bus is not self and self.up and bus.up and game in bus._followed:
                bus.hear(game, version)

    def follow(self, game: str) -> None:
        """See Bus."""
        self._followed.add(game)

    def leave(self, game: str) -> None:
        """See Bus."""
        self._followed.discard(game)


class RedisBus:
    """By Redis's publish and subscribe: a channel a game, so that a process hears only of games that it has open."""

    def __init__(self, url: str) -> None:
        """Raises ValueError for a URL that is not one of Redis."""
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self.hear: Hear = _ignore
        self.up = False
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=SILENCE_SECONDS,
            socket_connect_timeout=SILENCE_SECONDS,
        )
        self._followed: set[str] = set()
        self._changed: set[str] = set()
        """Games that are followed, or not any more, since Redis was last told."""
        self._notices: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def tell(self, game: str, version: int) -> None:
        """See Bus."""
        if self.up:
            self._notices[game] = version
            self._wake.set()

    def follow(self, game: str) -> None:
        """See Bus."""
        self._followed.add(game)
        self._change(game)

    def leave(self, game: str) -> None:
        """See Bus."""
        self._followed.discard(game)
        self._change(game)

    def _change(self, game: str) -> None:
        if self.up:
            self._changed.add(game)
            self._wake.set()

    async def open(self) -> None:
        """Begins to connect, and does so again whenever Redis has gone."""
        self._running = asyncio.create_task(self._run(), name="bus")

    async def close(self) -> None:
        """Gives the connections back."""
        if self._running:
            self._running.cancel()
            await asyncio.wait([self._running])
        await self._redis.aclose()

    # ---- while Redis is there ----------------------------------------------------------------------------------------

    async def _run(self) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                await self._converse()
            except* (RedisError, OSError) as errors:
                if self.up:
                    _logger.warning("Redis has gone: %s", errors.exceptions[0])
            self.up = False
            self._notices.clear()
            await asyncio.sleep(RETRY_SECONDS)

    async def _converse(self) -> None:
        async with self._redis.pubsub() as channels, asyncio.TaskGroup() as tasks:
            self._changed = set()
            # One channel at least, or there would be nothing to wait for.
            await channels.subscribe(CHANNEL, *(CHANNEL + game for game in self._followed))
            self.up = True
            _logger.info("Redis answers")
            tasks.create_task(self._listen(channels))
            tasks.create_task(self._send(channels))

    async def _listen(self, channels: "PubSub") -> None:
        async for message in channels.listen():
            game = message["channel"].removeprefix(CHANNEL)
            if message["type"] == "message":
                self.hear(game, int(message["data"]))
            elif message["type"] == "subscribe" and game:
                self.hear(game, UNKNOWN)

    async def _send(self, channels: "PubSub") -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PULSE_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            changed, self._changed = self._changed, set()
            notices, self._notices = self._notices, {}
            if came := [CHANNEL + game for game in changed & self._followed]:
                await channels.subscribe(*came)
            if went := [CHANNEL + game for game in changed - self._followed]:
                await channels.unsubscribe(*went)
            await self._publish(notices)

    async def _publish(self, notices: dict[str, int]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.ping()
            for game, version in notices.items():
                pipeline.publish(CHANNEL + game, version)
            await pipeline.execute()


def _ignore(_game: str, _version: int) -> None:
    """Nobody listens yet."""
