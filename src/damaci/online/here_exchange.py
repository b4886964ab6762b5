"""Tells other processes, through Redis, which players are connected to this one and which sit at their games, and asks
who is connected there."""

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING

from damaci.host.bus import connect
from damaci.online.connections import Connections
from damaci.online.presence import Presence
from damaci.online.redis_loop import RedisLoop

if TYPE_CHECKING:
    from redis.asyncio import Redis

PULSE_SECONDS = 3.0
"""Seconds between two reports."""
COUNTED_SECONDS = 10
"""How long a player counts as connected after the last report."""
ANSWER_SECONDS = 1.0
"""The most seconds to wait for Redis."""
AT_A_TIME = 1000
"""Players in one call of a script."""
KEY = "damaci:here"

TELL = """
local until_ = tonumber(redis.call('TIME')[1]) + tonumber(ARGV[1])
for i = 2, #ARGV do
  redis.call('ZADD', KEYS[1], until_, ARGV[i])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', until_ - tonumber(ARGV[1]))
redis.call('EXPIRE', KEYS[1], 2 * tonumber(ARGV[1]))
"""
"""Keeps until when each player counts, by Redis's clock, and removes those who count no longer."""

ASK = """
local now = tonumber(redis.call('TIME')[1])
local found = {}
for _, player in ipairs(ARGV) do
  local until_ = redis.call('ZSCORE', KEYS[1], player)
  if until_ and tonumber(until_) > now then
    found[#found + 1] = player
  end
end
return found
"""
"""The players who count, among some."""


class HereExchange:
    """Knows who is connected to any process, as far as possible: without Redis, only this process's connections are
    known."""

    def __init__(self, url: str, connections: Connections, presence: Presence) -> None:
        """Raises ValueError for a URL that is not one of Redis."""
        self.loop = RedisLoop(self.tell, PULSE_SECONDS, "each process knows only who is connected to it")
        self._redis: Redis = connect(url)
        self._connections = connections
        self._presence = presence

    def start(self) -> None:
        """Needs a running event loop."""
        self.loop.start()

    async def close(self) -> None:
        """Gives the connection back."""
        await self.loop.close()
        await self._redis.aclose()

    async def tell(self) -> None:
        """Reports once who is connected. Raises RedisError, OSError."""
        players = [*self._connections.players, *self._presence.seats]
        for begin in range(0, len(players), AT_A_TIME):
            some = players[begin : begin + AT_A_TIME]
            await self._redis.eval(TELL, 1, KEY, str(COUNTED_SECONDS), *some)

    async def here(self, players: Collection[str]) -> set[str]:
        """The players among these, or the seats as Presence names them, who were connected to some process within the
        last seconds."""
        from redis.exceptions import RedisError

        if not self.loop.up or not players:
            return set()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._ask(list(players))
        except (RedisError, OSError, TimeoutError) as error:
            self.loop.lose(error)
            return set()

    async def _ask(self, players: list[str]) -> set[str]:
        found: set[str] = set()
        for begin in range(0, len(players), AT_A_TIME):
            some = await self._redis.eval(ASK, 1, KEY, *players[begin : begin + AT_A_TIME])
            found.update(some)
        return found
