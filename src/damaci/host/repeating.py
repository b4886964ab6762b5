"""A step that is repeated in the background, whatever happens in it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from damaci.host.background import Background
from damaci.stored import StoreError

Step = Callable[[], Awaitable[float | None]]
"""Returns after how many seconds it is repeated, or None for the usual pause."""
AtEnd = Callable[[], Awaitable[None]]

_logger = logging.getLogger(__name__)


class Repeating:
    """Awaits `step` again and again until it is closed. An error in it is logged, and it is repeated all the same."""

    def __init__(
        self, step: Step, seconds: float, failed: str, *, first: float = 0.0, at_end: AtEnd | None = None
    ) -> None:
        """`seconds`: the pause after each; `first`: before the first one; `failed`: what an error means, for the log;
        `at_end`: awaited when it is closed, after the last step."""
        self._step = step
        self._seconds = seconds
        self._failed = failed
        self._first = first
        self._at_end = at_end
        self._woken = asyncio.Event()
        self._background = Background()

    def start(self) -> None:
        """Needs a running event loop. Does nothing the second time."""
        if not self._background.started:
            self._background.start(self._run(), self._failed)

    async def close(self) -> None:
        """Cancels the step that is under way, and waits until it has ended."""
        await self._background.close()
        if self._at_end:
            await self._at_end()

    def wake(self) -> None:
        """Ends the pause; during a step, the one after it."""
        self._woken.set()

    async def _run(self) -> None:
        await self._pause(self._first)
        while True:
            self._woken.clear()
            await self._pause(await self._once())

    async def _once(self) -> float:
        try:
            pause = await self._step()
        except StoreError as error:
            _logger.error("%s: %s", self._failed, error)
        except Exception:
            _logger.exception("%s", self._failed)
        else:
            return self._seconds if pause is None else pause
        return self._seconds

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
