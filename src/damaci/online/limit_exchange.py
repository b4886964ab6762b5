"""Exchanges with the other processes, through Redis, how much of the limits each has used."""

import secrets
from typing import TYPE_CHECKING

from damaci.host.bus import connect
from damaci.online.limits import BucketKey, RateLimits
from damaci.online.redis_loop import RedisLoop
from damaci.online.sockets import Sockets

if TYPE_CHECKING:
    from redis.asyncio import Redis

PULSE_SECONDS = 0.5
"""The interval between exchanges: between two of them, each process may let through as much as if it were alone."""
COUNTED_SECONDS = 5
"""How long the sockets of a process count after its last report."""
AT_A_TIME = 200
"""Buckets in one call of a script."""
PREFIX = "damaci:limit:"

SPEND = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local found = {}
for i, key in ipairs(KEYS) do
  local rate, burst, spent = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local kept = redis.call('HMGET', key, 'left', 'at')
  local left = (tonumber(kept[1]) or burst) + math.max(0, now - (tonumber(kept[2]) or now)) * rate
  left = math.max(-burst, math.min(burst, left) - spent)
  redis.call('HSET', key, 'left', string.format('%.6f', left), 'at', string.format('%.6f', now))
  redis.call('PEXPIRE', key, math.ceil(2000 * burst / rate))
  found[i] = string.format('%.6f', left)
end
return found
"""
"""Buckets by Redis's clock: takes what was spent from each, and returns what is left."""

COUNT = """
local now = tonumber(redis.call('TIME')[1])
local me, seconds = ARGV[1], tonumber(ARGV[2])
local found = {}
for i, key in ipairs(KEYS) do
  redis.call('HSET', key, me, ARGV[2 + i] .. ' ' .. now)
  redis.call('EXPIRE', key, 2 * seconds)
  local kept, others = redis.call('HGETALL', key), 0
  for n = 1, #kept, 2 do
    local count, at = string.match(kept[n + 1], '(%d+) (%d+)')
    if now - tonumber(at) > seconds then
      redis.call('HDEL', key, kept[n])
    elseif kept[n] ~= me then
      others = others + tonumber(count)
    end
  end
  found[i] = others
end
return found
"""
"""Sockets: keeps this process's number for each name, and returns those of the others together."""


class LimitExchange:
    """Keeps the limits of several processes together, as well as it can: without Redis each has its own."""

    def __init__(self, url: str, limits: RateLimits, sockets: Sockets) -> None:
        """Raises ValueError for a URL that is not one of Redis."""
        self.loop = RedisLoop(self._exchange_or_forget, PULSE_SECONDS, "limits are counted by each process alone")
        self._redis: Redis = connect(url)
        self._limits = limits
        self._sockets = sockets
        self._process = secrets.token_hex(8)

    def start(self) -> None:
        """Begins to exchange. Needs a running event loop."""
        self.loop.start()

    async def close(self) -> None:
        """Gives the connection back."""
        await self.loop.close()
        await self._redis.aclose()

    async def exchange(self) -> None:
        """Exchanges once. Raises RedisError, OSError."""
        spent = list(self._limits.untold().items())
        for begin in range(0, len(spent), AT_A_TIME):
            await self._spend(spent[begin : begin + AT_A_TIME])
        await self._count(self._sockets.many())

    async def _exchange_or_forget(self) -> None:
        try:
            await self.exchange()
        except Exception:
            self._sockets.set_elsewhere({})
            raise

    async def _spend(self, spent: list[tuple[BucketKey, float]]) -> None:
        names = [f"{PREFIX}{key.limit.name}:{key.who}" for key, _ in spent]
        values = [each for key, cost in spent for each in (key.limit.rate, key.limit.burst, cost)]
        found = await self._redis.eval(SPEND, len(names), *names, *values)
        for (key, _), left in zip(spent, found, strict=True):
            self._limits.set_left(key, float(left))

    async def _count(self, many: dict[str, int]) -> None:
        elsewhere: dict[str, int] = {}
        if many:
            names = [f"{PREFIX}sockets:{name}" for name in many]
            found = await self._redis.eval(COUNT, len(names), *names, self._process, COUNTED_SECONDS, *many.values())
            elsewhere = dict(zip(many, map(int, found), strict=True))
        self._sockets.set_elsewhere(elsewhere)
