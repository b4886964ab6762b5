"""Notices between processes that serve the same games: a game has reached a version. The store alone says what
happened."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from damaci.host.audience import Audience
from damaci.host.repeating import Repeating

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.connection import AbstractConnection

CHANNEL = "damaci:game:"
PUBLISH_ALL = (
    "local came = {} for n = 1, #ARGV, 2 do came[#came + 1] = redis.call('PUBLISH', ARGV[n], ARGV[n + 1]) end"
    " return came"
)
"""Publishes any number of notices, none included, in one command with one answer: to how many each has come."""
HERE = 0
"""In place of a version: the game has been opened in another process, too. Processes with an older Damacı read it as a
notice of a version that they know already."""
PULSE_SECONDS = 1.0
"""How often Redis is pinged, also when there is nothing to send."""
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
        protocol=3,  # notices and answers over one connection
        retry=Retry(NoBackoff(), 0),
        socket_timeout=silence,
        socket_connect_timeout=SILENCE_SECONDS,
    )


class RedisBus:
    """Uses Redis's publish and subscribe: one channel for each game, so that a process gets only notices of its open
    games. Nothing is published about a game that no other process has open."""

    shared = True

    def __init__(self, url: str) -> None:
        """Raises ValueError for a URL that is not one of Redis."""
        self.up = False
        self._redis = connect(url, silence=None)  # `_beat` notices when it does not answer
        self._subscribed: dict[str, OnNotice] = {}
        self._changed: set[str] = set()
        """Games to subscribe to or unsubscribe from with the next commands to Redis."""
        self._notices: dict[str, int] = {}
        self._audience = Audience()
        self._wake = asyncio.Event()
        self._heard = 0.0
        """When Redis said something last, by the machine's monotonic clock."""
        self._repeating = Repeating(self._converse_until_gone, RETRY_SECONDS, "the talk with Redis has failed")

    def publish(self, game: str, version: int) -> None:
        """See Bus."""
        if self.up and not self._audience.misses(game, version):
            self._tell({game: version})

    def subscribe(self, game: str, on_notice: OnNotice) -> None:
        """See Bus."""
        self._subscribed[game] = on_notice
        self._change(game)

    def unsubscribe(self, game: str) -> None:
        """See Bus."""
        self._subscribed.pop(game, None)
        self._audience.forget(game)
        self._change(game)

    def _tell(self, notices: dict[str, int]) -> None:
        if notices:
            self._notices |= notices
            self._wake.set()

    def _change(self, game: str) -> None:
        if self.up:
            self._changed.add(game)
            self._wake.set()

    async def open(self) -> None:
        """Begins to connect, and does so again whenever Redis has gone."""
        self._repeating.start()

    async def close(self) -> None:
        """Gives the connections back."""
        await self._repeating.close()
        await self._redis.aclose()

    # ---- while Redis is there ----------------------------------------------------------------------------------------

    async def _converse_until_gone(self) -> None:
        from redis.exceptions import RedisError

        try:
            await self._converse()
        except* (RedisError, OSError) as errors:
            if self.up:
                _logger.warning("Redis has gone: %s", errors.exceptions[0])
        finally:
            self.up = False
            self._notices.clear()

    async def _converse(self) -> None:
        """Over one bare connection of the library: its client and its channels take longer than Redis itself."""
        async with self._connection() as connection, asyncio.TaskGroup() as tasks:
            self._audience.clear()
            self._changed = set(self._subscribed)
            self._wake.set()
            # One channel at least, or there would be nothing to wait for.
            await _subscribe(connection, CHANNEL)
            self._heard = time.monotonic()
            self.up = True
            _logger.info("Redis answers")
            tasks.create_task(self._listen(connection))
            tasks.create_task(self._send(connection))
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

    async def _listen(self, connection: "AbstractConnection") -> None:
        """Receives notices, and the number of receivers of those that this process sent."""
        while True:
            heard = await connection.read_response(push_request=True)
            self._heard = time.monotonic()
            if heard and isinstance(heard[0], str):
                self._hear(*heard)
            else:
                self._tell(self._audience.answered(heard, self._subscribed))

    def _hear(self, kind: str, channel: str, said: str) -> None:
        game = channel.removeprefix(CHANNEL)
        if kind == "message" and int(said) == HERE:
            self._tell(self._audience.came(game))
        elif kind == "message":
            self._notify(game, int(said))
        elif kind == "subscribe" and game:
            self._notify(game, UNKNOWN)

    def _notify(self, game: str, version: int) -> None:
        if on_notice := self._subscribed.get(game):
            on_notice(game, version)

    async def _send(self, connection: "AbstractConnection") -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._send_all(connection)

    async def _beat(self) -> None:
        """Asks Redis for an answer, also if there is nothing to send. Raises TimeoutError when none comes: a timeout
        for each time that something is sent would take as long as to send it."""
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            if time.monotonic() - self._heard > PULSE_SECONDS + SILENCE_SECONDS:
                raise TimeoutError("no answer")
            self._wake.set()

    async def _send_all(self, connection: "AbstractConnection") -> None:
        changed = self._changed
        self._changed = set()
        notices = self._notices
        self._notices = {}
        came = changed & self._subscribed.keys()
        if came:
            await _subscribe(connection, *(CHANNEL + game for game in came))
        if went := [CHANNEL + game for game in changed - self._subscribed.keys()]:
            await connection.send_command("UNSUBSCRIBE", *went)
        told = [*((game, HERE) for game in came), *notices.items()]
        self._audience.asked([game for game, _ in told])
        arguments = [part for game, version in told for part in (CHANNEL + game, str(version))]
        await connection.send_command("EVAL", PUBLISH_ALL, 0, *arguments)


async def _subscribe(connection: "AbstractConnection", *names: str) -> None:
    async with asyncio.timeout(SILENCE_SECONDS):
        await connection.send_command("SUBSCRIBE", *names)
