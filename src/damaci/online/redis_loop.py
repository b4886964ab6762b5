"""What a process does with Redis again and again, as well as it can: it goes on where Redis is away."""

import logging
from collections.abc import Awaitable, Callable

from damaci.host.repeating import Repeating

_logger = logging.getLogger(__name__)


class RedisLoop:
    """Awaits `once` now and then, which may raise RedisError and OSError. `up`: whether Redis answered last time."""

    def __init__(self, once: Callable[[], Awaitable[None]], seconds: float, without: str) -> None:
        """`seconds`: the pause after each; `without`: what is so while Redis is away, for the log."""
        self.up = False
        self._once = once
        self._without = without
        self._repeating = Repeating(self._try, seconds, without)

    def start(self) -> None:
        """Needs a running event loop."""
        self._repeating.start()

    async def close(self) -> None:
        """Ends it."""
        await self._repeating.close()

    def lose(self, error: Exception) -> None:
        """Notes that Redis did not answer; says so once."""
        if self.up:
            _logger.warning("%s: %s", self._without, error)
        self.up = False

    async def _try(self) -> None:
        from redis.exceptions import RedisError

        try:
            await self._once()
            self.up = True
        except (RedisError, OSError) as error:
            self.lose(error)
