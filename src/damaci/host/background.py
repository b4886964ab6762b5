"""Work that goes on beside everything else until it is closed."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any


class Background:
    """One task, of whoever has this."""

    def __init__(self) -> None:
        self._task: asyncio.Task[Any] | None = None

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        """Begins it, under a name for those who debug. Needs a running event loop."""
        self._task = asyncio.create_task(work, name=name)

    async def close(self) -> None:
        """Cancels it and waits until it has ended. Raises what it raised before."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
