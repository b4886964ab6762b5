"""Notices between processes that serve the same games: a game has reached a version. The store alone says what
happened."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.connection import AbstractConnection

CHANNEL = "damaci:game:"
PUBLISH_ALL = "for n = 1, #ARGV, 2 do redis.call('PUBLISH', ARGV[n], ARGV[n + 1]) end"
"""Publishes any number of notices, none included, in one command with one answer."""
PULSE_SECONDS = 1.0
"""How often Redis is asked whether it is there, also if there is nothing to tell it."""
RETRY_SECONDS = 1.0
SILENCE_SECONDS = 2.0
"""How long to wait for a Redis that does not answer."""
UNKNOWN = -1
"""In place of a version: notices may have been lost."""

OnNotice = Callable[[str, int], None]
"""Called with a game and its version, or UNKNOWN when that may have changed without a notice."""

_logger = logging.getLogger(__name__)


class Bus(Protocol):
    """Notices may be lost: the store alone is certain."""

    @property
    def up(self) -> bool:
        """Whether notices arrive at the moment."""

    @property
    def shared(self) -> bool:
        """Whether other processes may be there."""

    def publish(self, game: str, version: int) -> None:
        """Sends a notice to the other processes, if they can be reached; does not wait."""

    def subscribe(self, game: str, on_notice: OnNotice) -> None:
        """Calls `on_notice` for each notice about a game, this process's own perhaps included."""

    def unsubscribe(self, game: str) -> None:
        """Ends the subscription to a game."""


class MemoryBus:
    """Between several Rooms of one process: each has one of these, all with the same `others`."""

    shared = True

    def __init__(self, others: list["MemoryBus"]) -> None:
        self.up = True
        self._others = others
        self._subscribed: dict[str, OnNotice] = {}
        others.append(self)

    def publish(self, game: str, version: int) -> None:
        """See Bus."""
        for bus in self._others:
            if bus is not self and self.up and bus.up and (on_notice := bus._subscribed.get(game)):
                on_notice(game, version)

    def subscribe(self, game: str, on_notice: OnNotice) -> None:
        """See Bus."""
        self._subscribed[game] = on_notice

    def unsubscribe(self, game: str) -> None:
        """See Bus."""
        self._subscribed.pop(game, None)


def connect(url: str, silence: float | None = SILENCE_SECONDS) -> "Redis":
    """A client that by itself tries nothing again. `silence`: how long it waits for an answer; each of these timeouts
    starts a task. Raises ValueError for a URL that is not one of Redis."""
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    return Redis.from_url(
        url,
        decode_responses=True,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=silence,
        socket_connect_timeout=SILENCE_SECONDS,
    )


class RedisBus:
    """By Redis's publish and subscribe: one channel a game, so that a process gets only notices of its open games."""

    shared = True

    def __init__(self, url: str) -> None:
        """Raises ValueError for a URL that is not one of Redis."""
        self.up = False
        self._redis = connect(url, silence=None)  # `_beat` notices when it does not answer
        self._subscribed: dict[str, OnNotice] = {}
        self._changed: set[str] = set()
        """Games to subscribe to or unsubscribe from with the next commands to Redis."""
        self._notices: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._asked = math.inf
        """Since when Redis is asked that has not answered yet, by the machine's monotonic clock."""
        self._running: asyncio.Task[None] | None = None

    def publish(self, game: str, version: int) -> None:
        """See Bus."""
        if self.up:
            self._notices[game] = version
            self._wake.set()

    def subscribe(self, game: str, on_notice: OnNotice) -> None:
        """See Bus."""
        self._subscribed[game] = on_notice
        self._change(game)

    def unsubscribe(self, game: str) -> None:
        """See Bus."""
        self._subscribed.pop(game, None)
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
        """Over two connections of the library's own: what its client and its channels add to them takes longer than
        Redis."""
        async with self._connection() as channels, self._connection() as sender, asyncio.TaskGroup() as tasks:
            self._changed = set()
            self._asked = math.inf
            # One channel at least, or there would be nothing to wait for.
            await _subscribe(channels, CHANNEL, *(CHANNEL + game for game in self._subscribed))
            self.up = True
            _logger.info("Redis answers")
            tasks.create_task(self._listen(channels))
            tasks.create_task(self._send(channels, sender))
            tasks.create_task(self._beat())

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator["AbstractConnection"]:
        connection = self._redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            async with asyncio.timeout(SILENCE_SECONDS):
                await connection.connect()
            yield connection
        finally:
            await connection.disconnect(nowait=True)

    async def _listen(self, channels: "AbstractConnection") -> None:
        while True:
            kind, channel, said = await channels.read_response(push_request=True)
            game = channel.removeprefix(CHANNEL)
            if kind == "message":
                self._notify(game, int(said))
            elif kind == "subscribe" and game:
                self._notify(game, UNKNOWN)

    def _notify(self, game: str, version: int) -> None:
        if on_notice := self._subscribed.get(game):
            on_notice(game, version)

    async def _send(self, channels: "AbstractConnection", sender: "AbstractConnection") -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._asked = time.monotonic()
            await self._send_all(channels, sender)
            self._asked = math.inf

    async def _beat(self) -> None:
        """Has Redis asked, also if there is nothing to send. Raises TimeoutError when it does not answer: a timeout for
        each time that something is sent would take as long as to send it."""
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            if time.monotonic() - self._asked > SILENCE_SECONDS:
                raise TimeoutError("no answer")
            self._wake.set()

    async def _send_all(self, channels: "AbstractConnection", sender: "AbstractConnection") -> None:
        changed = self._changed
        self._changed = set()
        notices = self._notices
        self._notices = {}
        if came := [CHANNEL + game for game in changed & self._subscribed.keys()]:
            await _subscribe(channels, *came)
        if went := [CHANNEL + game for game in changed - self._subscribed.keys()]:
            await channels.send_command("UNSUBSCRIBE", *went)
        await _publish(sender, notices)


async def _subscribe(channels: "AbstractConnection", *names: str) -> None:
    async with asyncio.timeout(SILENCE_SECONDS):
        await channels.send_command("SUBSCRIBE", *names)


async def _publish(sender: "AbstractConnection", notices: dict[str, int]) -> None:
    """Returns once Redis has them."""
    arguments = [part for game, version in notices.items() for part in (CHANNEL + game, str(version))]
    await sender.send_command("EVAL", PUBLISH_ALL, 0, *arguments)
    await sender.read_response()
